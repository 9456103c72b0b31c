import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { type SkillStore, skillInput } from "./open-skill.ts";

/** Removes an installed skill. */
export function createUninstallSkill({ library }: SkillStore): Tool {
  return defineTool({
    name: "uninstall_skill",
    summary: "Remove an installed skill with all of its files",
    description:
      "Removes a skill that was installed. Shipped skills and those of a project stay: disable those instead. A skill that is running is not removed.",
    category: "skill",
    risk: "medium",
    flow: { keeps: "beyond the run" },
    input: () => z.object({ skill: skillInput }),
    async run({ skill }) {
      const skillLibrary = await library();
      await skillLibrary.refresh();
      await skillLibrary.uninstall(skill);
      return { uninstalled: skill };
    },
  });
}
