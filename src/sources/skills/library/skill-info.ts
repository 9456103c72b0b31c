import type { CatalogueEntry } from "../catalogue/catalogue-entry.ts";
import { loadSkill } from "../loader/load-skill.ts";
import { listSkillFiles } from "../skill-files.ts";
import { summary } from "./list-skills.ts";
import type { SkillInfo } from "./skill-library.ts";
import { trustOf } from "./skill-trust.ts";
import type { SkillWorld } from "./skill-world.ts";

/** Everything about one skill, read from its folder now. */
export async function skillInfo(world: SkillWorld, entry: CatalogueEntry): Promise<SkillInfo> {
  const { manifest, body, sha256 } = await loadSkill(entry.folder);
  const { disabled: names } = await world.lock.read();
  return {
    ...summary(entry, await trustOf(world, entry), !names.includes(entry.name)),
    manifest,
    body,
    sha256,
    folder: entry.folder,
    files: await listSkillFiles(entry.folder),
  };
}
