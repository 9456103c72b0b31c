import type { Tool } from "../../../contract/tool.ts";
import { createRunSkillScript, type ScriptWorld } from "./run-skill-script.ts";

/** The tools of the skill family. */
export function skillTools(world: ScriptWorld): Tool[] {
  return [createRunSkillScript(world)].map((tool) => ({ ...tool, source: "builtin" }));
}
