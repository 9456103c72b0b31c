import type { CatalogueEntry } from "../catalogue/catalogue-entry.ts";
import { quickTrust } from "./quick-trust.ts";
import type { SkillSummary, SkillTrust } from "./skill-library.ts";
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

/** What the search index is made from: every skill that is enabled and that a model may pick by itself. */
export async function findableSkills({ catalogue, lock }: SkillWorld): Promise<CatalogueEntry[]> {
  const { disabled } = await lock.read();
  const disabledNames = new Set(disabled);
  return catalogue.entries().filter(({ name, modelInvocable }) => modelInvocable && !disabledNames.has(name));
}

/** One row of the list. */
export function summary(entry: CatalogueEntry, trust: SkillTrust, enabled: boolean): SkillSummary {
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
