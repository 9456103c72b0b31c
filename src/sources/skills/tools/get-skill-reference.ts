import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { openSkill, type SkillStore, skillInput } from "./open-skill.ts";
import { textPart } from "./text-part.ts";

/** Reads a file that a skill brings along. */
export function createGetSkillReference({ library }: SkillStore): Tool {
  return defineTool({
    name: "get_skill_reference",
    summary: "Read a text file that belongs to a skill, page by page",
    description:
      "Reads a file inside the skill's folder, named as get_skill_info lists it. Long files come in pages: pass `nextOffset` as `offset` to read on. Files outside of the skill cannot be read.",
    category: "skill",
    risk: "low",
    input: () =>
      z.object({
        skill: skillInput,
        path: z.string().min(1).max(500).describe("Path inside the skill, such as references/forms.md"),
        offset: z.int().min(0).default(0).describe("Where to read on, from `nextOffset`"),
      }),
    async run({ skill: name, path, offset }) {
      const skill = await openSkill(await library(), name);
      try {
        const bytes = await (await library()).read(skill.name, path);
        if (bytes.includes(0))
          throw new DejimaError(
            "invalid_input",
            `Cannot read "${path}": it is not a text; use it from a script`,
          );
        return { path, ...textPart(bytes.toString(), offset) };
      } finally {
        skill.release();
      }
    },
  });
}
