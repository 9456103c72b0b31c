import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { DejimaError } from "../../../contract/error.ts";
import { loadSkill } from "../loader/load-skill.ts";
import { type ScannedFolder, type SkillFolder, toCachedSkill } from "./catalogue-entry.ts";

/** How many skills are loaded before other work gets a turn. */
const TURN_EVERY = 64;

/** Loads skills for the index. A skill that is refused is stored with the reason. */
export async function loadFolders(
  root: string,
  folders: readonly SkillFolder[],
): Promise<Map<string, ScannedFolder>> {
  const loaded = new Map<string, ScannedFolder>();
  for (const [index, folder] of folders.entries()) {
    loaded.set(folder.path, await loadFolder(root, folder));
    if (index % TURN_EVERY === TURN_EVERY - 1) await nextTurn();
  }
  return loaded;
}

async function loadFolder(root: string, { path, stamp }: SkillFolder): Promise<ScannedFolder> {
  try {
    const { manifest, sha256 } = await loadSkill(join(root, path));
    // Copied, because a slice of a text keeps the whole text in memory.
    return { path, stamp, skill: structuredClone(toCachedSkill(manifest, sha256)) };
  } catch (error) {
    if (!(error instanceof DejimaError)) throw error;
    return { path, stamp, reason: error.message };
  }
}
