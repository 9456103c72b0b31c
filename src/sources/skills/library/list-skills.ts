import { defined } from "../../../support/defined.ts";
import type { CatalogueEntry } from "../catalogue/catalogue-entry.ts";
import type { LockedSkill, SkillsLockData } from "../skills-lock.ts";
import type { SkillSummary, SkillTrust } from "./skill-library.ts";
import { lockedEntry, lockKey, type SkillWorld } from "./skill-world.ts";

/** The lists of a library. They are built again only when a skill or the lock changed. */
interface SkillLists {
  /** All skills with their trust, by name. */
  all(): Promise<readonly SkillSummary[]>;
  /** The skills of the search index: those that are enabled and that a model may choose. */
  findable(): Promise<readonly CatalogueEntry[]>;
}

/** Creates the lists of a library. */
export function createSkillLists({ catalogue, lock }: SkillWorld): SkillLists {
  let latest: Lists | undefined;
  const current = async (): Promise<Lists> => {
    const [data, entries] = [await lock.read(), catalogue.entries()];
    if (latest?.data !== data || latest.entries !== entries) latest = { data, entries };
    return latest;
  };
  return {
    async all() {
      const lists = await current();
      lists.all ??= summaries(lists);
      return lists.all;
    },
    async findable() {
      const lists = await current();
      const disabled = new Set(lists.data.disabled);
      lists.findable ??= lists.entries.filter(
        ({ name, modelInvocable }) => modelInvocable && !disabled.has(name),
      );
      return lists.findable;
    },
  };
}

interface Lists {
  readonly data: Readonly<SkillsLockData>;
  readonly entries: readonly CatalogueEntry[];
  all?: readonly SkillSummary[];
  findable?: readonly CatalogueEntry[];
}

function summaries({ data, entries }: Lists): SkillSummary[] {
  const disabled = new Set(data.disabled);
  return entries
    .map((entry) =>
      summary(entry, quickTrust(entry, lockedEntry(data, lockKey(entry))), !disabled.has(entry.name)),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** One row of the list. */
export function summary(entry: CatalogueEntry, trust: SkillTrust, enabled: boolean): SkillSummary {
  const { name, title, description, version, level, modelInvocable, userInvocable, issues } = entry;
  return {
    name,
    title,
    description,
    ...defined({ version }),
    level,
    trust,
    enabled,
    modelInvocable,
    userInvocable,
    issues,
  };
}

/** Whether a skill is trusted, judged by its main file alone, which is fast enough for a list. */
export function quickTrust(entry: CatalogueEntry, locked: LockedSkill | undefined): SkillTrust {
  if (entry.level === "shipped") return "trusted";
  if (locked === undefined || !locked.accepted) return "unreviewed";
  return Object.values(locked.files).includes(entry.sha256) ? "trusted" : "changed";
}
