import type { CatalogueEntry } from "../catalogue/catalogue-entry.ts";
import { type KeptReadings, keepReadings } from "../reading-cache.ts";
import { loadSkill } from "../loader/load-skill.ts";
import type { LoadedSkill } from "../skill.ts";
import { type SkillFile, hashContent, listSkillFiles } from "../skill-files.ts";

/** What a folder of a skill holds. */
export interface SkillReading extends LoadedSkill {
  /** Of the main file. */
  readonly sha256: string;
  readonly files: readonly SkillFile[];
  /** Of all files; nothing for shipped skills, which are not compared with anything. */
  readonly contentHash?: string;
}

export type SkillReader = (entry: Pick<CatalogueEntry, "folder" | "level">) => Promise<SkillReading>;

const MOST_KEPT = 50;

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
