import type { CatalogueEntry } from "../catalogue/catalogue-entry.ts";
import { summary } from "./list-skills.ts";
import type { SkillInfo } from "./skill-library.ts";
import { trustOfReading } from "./skill-trust.ts";
import { lockedEntry, lockKey, type SkillWorld } from "./skill-world.ts";

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
