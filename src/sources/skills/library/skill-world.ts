import { join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { nearest } from "../../../support/nearest.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { CatalogueEntry } from "../catalogue/catalogue-entry.ts";
import type { InstallWorld } from "../install/download.ts";
import { skillName } from "../skill.ts";
import type { LockedSkill, SkillsLock, SkillsLockData } from "../skills-lock.ts";
import type { SkillReader } from "./use-skill.ts";

/** What the operations on skills share. */
export interface SkillWorld {
  /** The folder that installed skills live in. */
  readonly home: string;
  readonly catalogue: Catalogue;
  readonly lock: SkillsLock;
  readonly read: SkillReader;
  readonly install: InstallWorld;
  /** How many users each skill has at this moment, by name. */
  readonly inUse: Map<string, number>;
}

/** The skill of that name, in any of its spellings; a missing one is an error that offers the nearest names. */
export function requireSkill(world: SkillWorld, name: string): CatalogueEntry {
  const { catalogue } = world;
  const entry = catalogue.get(name) ?? catalogue.get(skillName(name));
  if (entry !== undefined) return entry;
  const shown = name.slice(0, 100);
  const problem = catalogue.problems().find(({ folder }) => folder.endsWith(`/${name}`));
  if (problem !== undefined)
    throw new DejimaError("skill_invalid", problem.reason, { folder: problem.folder });
  const offered = nearest(
    name.slice(0, 100),
    catalogue.entries().map((known) => known.name),
  );
  const hint =
    offered.length > 0
      ? `the nearest names are ${offered.join(", ")}`
      : "list the skills to see what there is";
  throw new DejimaError("skill_not_found", `Cannot find skill "${shown}": ${hint}`, { nearest: offered });
}

/** Only what was installed may be changed; what others brought is theirs. */
export function requireInstalled(world: SkillWorld, name: string, action: string): CatalogueEntry {
  const entry = requireSkill(world, name);
  if (entry.level === "user") return entry;
  throw new DejimaError(
    "tool_not_allowed",
    `Cannot ${action} skill "${entry.name}": it is ${entry.level}, not installed; change it in "${entry.folder}"`,
  );
}

/** The key of a skill in the lock: installed ones go by name, others by the folder they were accepted in. */
export function lockKey({ level, name, folder }: Pick<CatalogueEntry, "level" | "name" | "folder">): string {
  return level === "user" ? name : `${level}:${folder}`;
}

export function lockedEntry(data: Readonly<SkillsLockData>, key: string): LockedSkill | undefined {
  return Object.hasOwn(data.skills, key) ? data.skills[key] : undefined;
}

/** Where the content that was last accepted is kept, to show what changed since. */
export function acceptedArchive({ home }: SkillWorld, hash: string): string {
  return join(home, ".accepted", `${hash}.zip`);
}

/** The refusal of a name that is taken, with what would work. */
export function skillExists(name: string): DejimaError {
  return new DejimaError(
    "skill_exists",
    `Cannot install skill "${name}": a skill with this name exists; uninstall it first, or update it`,
    { name },
  );
}
