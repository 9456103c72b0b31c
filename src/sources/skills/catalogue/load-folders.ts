import { join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { loadSkill } from "../loader/load-skill.ts";
import { type ScannedFolder, toCachedSkill } from "./catalogue-entry.ts";
import type { FoundFolder } from "./find-skill-folders.ts";

/** How many folders are read at once: the disk waits less, and open files stay few. */
const AT_ONCE = 4;

/** Loads skills for the index. One that is refused is remembered with its reason. */
export async function loadFolders(
  root: string,
  folders: readonly FoundFolder[],
): Promise<Map<string, ScannedFolder>> {
  const loaded = new Map<string, ScannedFolder>();
  const queue = folders.values();
  const work = async () => {
    for (const folder of queue) loaded.set(folder.path, await loadFolder(root, folder));
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, folders.length) }, work));
  return loaded;
}

async function loadFolder(root: string, { path, stamp }: FoundFolder): Promise<ScannedFolder> {
  try {
    const { manifest, sha256 } = await loadSkill(join(root, path));
    // Copied: a piece of a text keeps the whole text in memory.
    return { path, stamp, skill: structuredClone(toCachedSkill(manifest, sha256)) };
  } catch (error) {
    if (!(error instanceof DejimaError)) throw error;
    return { path, stamp, reason: error.message };
  }
}
