import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { openSkill, type SkillStore, skillInput } from "./open-skill.ts";
import { textPart } from "./text-part.ts";

/** Gives the instructions of a skill. */
export function createGetSkillInfo({ library }: SkillStore): Tool {
  return defineTool({
    name: "get_skill_info",
    summary: "Read the instructions of one skill and the names of its files",
    description:
      "Returns the whole text of the skill's instructions, page by page when it is long (`nextOffset`), the files that get_skill_reference reads, the scripts that run_skill_script runs, and the tools the skill may use.",
    category: "skill",
    risk: "low",
    input: () =>
      z.object({
        skill: skillInput,
        offset: z.int().min(0).default(0).describe("Where to read on, from `nextOffset`"),
      }),
    async run({ skill: name, offset }) {
      const skill = await openSkill(await library(), name);
      try {
        const { manifest, body, files } = skill;
        const { text, ...next } = textPart(body, offset);
        const paths = files.filter(({ type }) => type === "file").map(({ path }) => path);
        return {
          name: manifest.name,
          description: manifest.description,
          instructions: text,
          ...next,
          references: paths.filter(
            (path) => !path.startsWith("scripts/") && !/^skill\.(?:md|ya?ml)$/i.test(path),
          ),
          scripts: paths.filter((path) => path.startsWith("scripts/")),
          ...(manifest.allowedTools === undefined ? {} : { allowedTools: manifest.allowedTools }),
        };
      } finally {
        skill.release();
      }
    },
  });
}
