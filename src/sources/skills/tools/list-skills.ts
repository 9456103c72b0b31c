import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import type { SkillStore } from "./open-skill.ts";

/** Lists the skills a model may use, by name and description. */
export function createListSkills({ library }: SkillStore): Tool {
  return defineTool({
    name: "list_skills",
    summary: "List the skills that are ready for use, with their descriptions",
    description:
      "Returns name and description of each skill, in order of the names. Pass `text` to see only those that mention it, and `offset` to read on. Then call get_skill_info with a name to learn how to use it.",
    category: "skill",
    risk: "low",
    input: () =>
      z.object({
        text: z
          .string()
          .max(200)
          .default("")
          .describe("Show only skills whose name or description holds this"),
        offset: z.int().min(0).default(0).describe("How many to pass over"),
        limit: z.int().min(1).max(200).default(20).describe("Most skills to return"),
      }),
    async run({ text, offset, limit }) {
      const skillLibrary = await library();
      await skillLibrary.refresh();
      const all = await skillLibrary.list();
      const usable = all.filter(
        (skill) => skill.enabled && skill.modelInvocable && skill.trust === "trusted",
      );
      const wanted = text.toLowerCase();
      const found = usable.filter(({ name, description }) =>
        `${name} ${description}`.toLowerCase().includes(wanted),
      );
      const skills = found
        .slice(offset, offset + limit)
        .map(({ name, description }) => ({ name, description }));
      const waiting = all.filter((skill) => skill.trust !== "trusted").length;
      return { skills, total: found.length, ...(waiting === 0 ? {} : { waitingForAcceptance: waiting }) };
    },
  });
}
