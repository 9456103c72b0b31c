import type { Tool } from "../../../contract/tool.ts";
import { asBuiltin } from "../../../tool/flow-of.ts";
import { createDraftSkill } from "./draft-skill.ts";
import { createGetSkillInfo } from "./get-skill-info.ts";
import { createGetSkillReference } from "./get-skill-reference.ts";
import { createInstallSkill } from "./install-skill.ts";
import { createListSkills } from "./list-skills.ts";
import { createRunSkillScript, type ScriptWorld } from "./run-skill-script.ts";
import { createSearchSkills, type FindSkills } from "./search-skills.ts";
import { createUninstallSkill } from "./uninstall-skill.ts";

/** The tools of the skill family. */
export function skillTools(world: ScriptWorld & { readonly findSkills: FindSkills }): Tool[] {
  const tools = [
    createListSkills(world),
    createSearchSkills(world),
    createGetSkillInfo(world),
    createGetSkillReference(world),
    createRunSkillScript(world),
    createInstallSkill(world),
    createUninstallSkill(world),
    createDraftSkill(world),
  ];
  return tools.map(asBuiltin);
}
