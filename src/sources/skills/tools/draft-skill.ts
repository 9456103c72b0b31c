import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import type { SkillStore } from "./open-skill.ts";

/** Writes a new skill into quarantine, where a person finds it. */
export function createDraftSkill({ library }: SkillStore): Tool {
  return defineTool({
    name: "draft_skill",
    summary: "Write a new skill, for a person to look at and accept",
    description:
      "Makes a skill from a name, a description that says when to use it, and instructions in Markdown. It is a draft: nothing uses it before a person ran `dejima skill trust NAME`. The skill skill-creator explains how to write a good one.",
    category: "skill",
    risk: "medium",
    flow: { keeps: "beyond the run" },
    input: () =>
      z.object({
        name: z.string().min(1).max(64).describe("Lowercase letters, digits and hyphens"),
        description: z.string().min(1).max(1024).describe("What it does and when to use it"),
        instructions: z.string().min(1).max(100_000).describe("What to do, in Markdown"),
      }),
    async run({ name, description, instructions }) {
      const { manifest, scan } = await (await library()).create({ name, description, body: instructions });
      return {
        name: manifest.name,
        status: "waiting for acceptance",
        accept: `dejima skill trust ${manifest.name}`,
        findings: scan.findings,
      };
    },
  });
}
