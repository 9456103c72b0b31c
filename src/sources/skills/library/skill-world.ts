import { join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { nearest } from "../../../support/nearest.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { CatalogueEntry } from "../catalogue/catalogue-entry.ts";
import type { InstallWorld } from "../install/download.ts";
import { type LoadedSkill, skillName } from "../skill.ts";
import type { SkillFile } from "../skill-files.ts";
import type { LockedSkill, SkillsLock, SkillsLockData } from "../skills-lock.ts";

/** A skill as it was read from its folder. */
export interface SkillReading extends LoadedSkill {
  /** The hash of the main file. */
  readonly sha256: string;
  readonly files: readonly SkillFile[];
  /** The hash of all files. Left out for shipped skills, which are not compared with anything. */
  readonly contentHash?: string;
}

/** Reads a skill from its folder. */
export type SkillReader = (entry: Pick<CatalogueEntry, "folder" | "level">) => Promise<SkillReading>;

/** What the operations on skills share. */
export interface SkillWorld {
  /** The folder of the installed skills. */
  readonly home: string;
  readonly catalogue: Catalogue;
  readonly lock: SkillsLock;
  readonly read: SkillReader;
  readonly install: InstallWorld;
  /** How many uses of each skill are running, by name. */
  readonly inUse: Map<string, number>;
}

/** Finds a skill by any spelling of its name. Throws with the nearest names if there is none. */
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
      : "`dejima skill list` or list_skills shows all";
  throw new DejimaError("skill_not_found", `Cannot find skill "${shown}": ${hint}`, { nearest: offered });
}

/** Finds an installed skill. Throws for any other one, because only installed skills may be changed. */
export function requireInstalled(world: SkillWorld, name: string, action: string): CatalogueEntry {
  const entry = requireSkill(world, name);
  if (entry.level === "user") return entry;
  throw new DejimaError(
    "tool_not_allowed",
    `Cannot ${action} skill "${entry.name}": it is ${entry.level}, not installed; change it in "${entry.folder}"`,
  );
}

/** The key of a skill in the lock: the name of an installed skill, the folder of any other. */
export function lockKey({ level, name, folder }: Pick<CatalogueEntry, "level" | "name" | "folder">): string {
  return level === "user" ? name : `${level}:${folder}`;
}

/** The record of a skill in the lock. Returns `undefined` if there is none. */
export function lockedEntry(data: Readonly<SkillsLockData>, key: string): LockedSkill | undefined {
  return Object.hasOwn(data.skills, key) ? data.skills[key] : undefined;
}

/** The copy of the accepted content, which later changes are compared with. */
export function acceptedArchive({ home }: SkillWorld, hash: string): string {
  return join(home, ".accepted", `${hash}.zip`);
}

/** The error for a name that another skill has. */
export function skillExists(name: string): DejimaError {
  return new DejimaError(
    "skill_exists",
    `Cannot install skill "${name}": a skill with this name exists; uninstall it first, or update it`,
    { name },
  );
}
