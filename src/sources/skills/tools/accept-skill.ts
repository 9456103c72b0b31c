import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import type { Tool } from "../../../contract/tool.ts";
import { findingText } from "../../../support/finding.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import type { SkillLibrary } from "../library/skill-library.ts";
import { isScript, type SkillStore } from "./reading-tools.ts";
import { skillFields, skillInput } from "./skill-input.ts";

const MAX_FILE_CHARACTERS = 3_000;

/** Asks a person in the conversation to accept a skill that was installed or drafted. The question shows what it contains. */
export function createAcceptSkill({ library }: SkillStore): Tool {
  return defineTool({
    name: "accept_skill",
    summary: "Ask the user to look at a skill and to accept it for use",
    description:
      "Asks the user about a skill that waits for acceptance. The question shows its instructions, its scripts, what it wants to reach and what the scan found. `content` is the hash that install_skill, draft_skill and search_skills give: a skill that was changed since is not accepted.",
    category: "skill",
    risk: "medium",
    flow: { keeps: "beyond the run" },
    input: () =>
      skillFields({
        skill: skillInput,
        content: z
          .string()
          .min(16)
          .max(128)
          .describe("Hash of its content, from install_skill, draft_skill or search_skills"),
      }),
    // A missing or changed skill is reported before anybody is asked.
    async effects({ skill, content }) {
      await previewOf(await library(), skill, content);
      return [];
    },
    question: async ({ skill }) => ({
      en: `Accept the skill ${skill} for use?`,
      zh: `接受技能 ${skill} 并投入使用？`,
    }),
    consequence: {
      en: "Its instructions and scripts can be used from then on; dejima skill disable turns it off again.",
      zh: "之后可以使用它的说明和脚本，可用 dejima skill disable 停用。",
    },
    preview: async ({ skill, content }) => describeContent(await library(), skill, content),
    async run({ skill, content }) {
      const skillLibrary = await library();
      const { manifest } = await skillLibrary.trust(skill, {
        accept: async (preview) => preview.content.hash === content,
      });
      return { name: manifest.name, status: "accepted" };
    },
  });
}

async function previewOf(library: SkillLibrary, skill: string, content: string) {
  await library.refresh();
  const info = await library.info(skill);
  const preview = await library.validate(info.folder);
  if (preview.content.hash === content) return { info, preview };
  throw new DejimaError(
    "conflict",
    `Cannot accept skill "${info.name}": its content is not the one with the hash ${content.slice(0, 16)}. Find it again with search_skills, or install it again`,
    { skill: info.name },
  );
}

async function describeContent(library: SkillLibrary, skill: string, content: string): Promise<string> {
  const { info, preview } = await previewOf(library, skill, content);
  const { manifest, scan } = preview;
  const { contract, allowedTools } = manifest;
  const wants = [
    ...contract.folders.map(({ path, access }) => `${access} ${path}`),
    ...contract.hosts.map((host) => `reach ${host}`),
    ...contract.environment.map((name) => `see the variable ${name}`),
    ...manifest.servers.map(
      ({ name, command = "", args = [], url }) =>
        `start the server ${name}: ${url ?? [command, ...args].join(" ")}`,
    ),
  ];
  const texts = await Promise.all(
    info.files
      .filter(({ type, path }) => type === "file" && isScript(path))
      .map(async ({ path }) => `--- ${path}\n${beginning((await library.read(info.name, path)).toString())}`),
  );
  return [
    `${info.name}: ${manifest.description}`,
    `tools: ${allowedTools === undefined ? "any that the rules give" : allowedTools.join(", ") || "none"}`,
    `wants: ${wants.join("; ") || "nothing beyond that"}`,
    ...scan.findings.map((finding) => `${finding.severity}: ${findingText(finding)}`),
    `files: ${info.files.map(({ path }) => path).join(", ")}`,
    `--- SKILL.md\n${beginning(info.body)}`,
    ...texts,
  ].join("\n");
}

function beginning(text: string): string {
  const left = text.length - MAX_FILE_CHARACTERS;
  return left <= 0 ? text : `${text.slice(0, MAX_FILE_CHARACTERS)}\n… ${left} more characters`;
}
