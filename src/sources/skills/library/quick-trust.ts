import type { CatalogueEntry } from "../catalogue/catalogue-entry.ts";
import type { LockedSkill } from "../lock/skills-lock.ts";
import type { SkillTrust } from "./skill-library.ts";

/** Whether a skill is trusted, as far as its main file tells: quick enough for a list. */
export function quickTrust(entry: CatalogueEntry, locked: LockedSkill | undefined): SkillTrust {
  if (entry.level === "shipped") return "trusted";
  if (locked === undefined || !locked.accepted) return "unreviewed";
  return Object.values(locked.files).includes(entry.sha256) ? "trusted" : "changed";
}
