import type { CatalogueEntry } from "../catalogue/catalogue-entry.ts";
import { loadSkill } from "../loader/load-skill.ts";
import { listSkillFiles } from "../skill-files.ts";
import type { SkillInfo, SkillSummary } from "./skill-library.ts";
import { quickTrust, type SkillTrust, trustOf } from "./skill-trust.ts";
import { lockedEntry, lockKey, type SkillWorld } from "./skill-world.ts";

/** All skills with their trust, by name. */
export async function listSkills({ catalogue, lock }: SkillWorld): Promise<SkillSummary[]> {
  const data = await lock.read();
  const disabledNames = new Set(data.disabled);
  return catalogue
    .entries()
    .map((entry) =>
      summary(entry, quickTrust(entry, lockedEntry(data, lockKey(entry))), !disabledNames.has(entry.name)),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function summary(entry: CatalogueEntry, trust: SkillTrust, enabled: boolean): SkillSummary {
  const { name, title, description, version, level, modelInvocable, issues } = entry;
  return {
    name,
    title,
    description,
    ...(version === undefined ? {} : { version }),
    level,
    trust,
    enabled,
    modelInvocable,
    issues,
  };
}

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
