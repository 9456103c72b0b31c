import { DejimaError } from "../../../contract/error.ts";
import type { SkillInfo, SkillUse } from "./skill-library.ts";
import { requireTrusted, trustOfReading } from "./skill-trust.ts";
import { type SkillWorld, lockKey, lockedEntry, requireSkill } from "./skill-world.ts";
import type { CatalogueEntry } from "../catalogue/catalogue-entry.ts";
import { summary } from "./list-skills.ts";
import { type KeptReadings, keepReadings } from "../reading-cache.ts";
import { loadSkill } from "../loader/load-skill.ts";
import type { LoadedSkill } from "../skill.ts";
import { type SkillFile, hashContent, listSkillFiles } from "../skill-files.ts";

/** Opens a skill for a model: enabled, accepted, and the text is the one that was accepted. Its folder is held. */
export async function useSkill(world: SkillWorld, name: string): Promise<SkillUse> {
  const entry = requireSkill(world, name);
  const release = hold(world, entry.name);
  try {
    const info = await skillInfo(world, entry);
    if (!info.enabled) {
      throw new DejimaError(
        "tool_not_allowed",
        `Cannot use skill "${entry.name}": it is disabled; a person can run: dejima skill enable ${entry.name}`,
      );
    }
    requireTrusted(entry.name, info.trust);
    return { ...info, release };
  } catch (error) {
    release();
    throw error;
  }
}

function hold({ inUse }: SkillWorld, name: string): () => void {
  inUse.set(name, (inUse.get(name) ?? 0) + 1);
  let held = true;
  return () => {
    if (held) inUse.set(name, (inUse.get(name) ?? 1) - 1);
    held = false;
  };
}

/** Everything about one skill, as its folder is now. */
export async function skillInfo(world: SkillWorld, entry: CatalogueEntry): Promise<SkillInfo> {
  const { contentHash, ...reading } = await world.read(entry);
  const data = await world.lock.read();
  const locked = lockedEntry(data, lockKey(entry));
  const trust = trustOfReading(
    entry,
    contentHash === undefined ? reading : { ...reading, contentHash },
    locked,
  );
  return {
    ...summary(entry, trust, !data.disabled.includes(entry.name)),
    ...reading,
    folder: entry.folder,
  };
}

const MOST_KEPT = 50;

/** What a folder of a skill holds. */
export interface SkillReading extends LoadedSkill {
  /** Of the main file. */
  readonly sha256: string;
  readonly files: readonly SkillFile[];
  /** Of all files; nothing for shipped skills, which are not compared with anything. */
  readonly contentHash?: string;
}

export type SkillReader = (entry: Pick<CatalogueEntry, "folder" | "level">) => Promise<SkillReading>;

/** Makes what reads skills, the one in use again and again only when something in its folder may have changed. */
export function createSkillReader(
  readings: KeptReadings<SkillReading> = keepReadings(MOST_KEPT),
): SkillReader {
  return (entry) => readings(entry.folder, () => readNow(entry));
}

async function readNow({ folder, level }: Parameters<SkillReader>[0]): Promise<SkillReading> {
  const loaded = await loadSkill(folder);
  const files = await listSkillFiles(folder);
  if (level === "shipped") return { ...loaded, files };
  return { ...loaded, files, contentHash: (await hashContent(folder)).hash };
}
