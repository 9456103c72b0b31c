import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import type { SkillLibrary, SkillUse } from "../library/skill-library.ts";

/** Where the tools find the skills. They are looked for with the first call. */
export interface SkillStore {
  library(): Promise<SkillLibrary>;
}

/** How a tool names a skill. */
export const skillInput = z.string().min(1).max(200).describe("Name of the skill, as list_skills gives it");

/** Opens a skill for a model; one that its author keeps for users is refused. */
export async function openSkill(library: SkillLibrary, name: string): Promise<SkillUse> {
  await library.refresh();
  const skill = await library.use(name);
  if (skill.manifest.modelInvocable) return skill;
  skill.release();
  throw new DejimaError("tool_not_allowed", `Cannot use skill "${skill.name}": only a user may start it`, {
    skill: skill.name,
  });
}
