import { z } from "zod";
import type { Effect } from "../../../contract/effect.ts";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { asBuiltin } from "../../../tool/flow-of.ts";
import { createAcceptSkill } from "./accept-skill.ts";
import {
  createGetSkillInfo,
  createGetSkillReference,
  createListSkills,
  createSearchSkills,
  type FindSkills,
  type SkillStore,
} from "./reading-tools.ts";
import { createRunSkillScript, type ScriptWorld } from "./run-skill-script.ts";
import { skillFields, skillInput } from "./skill-input.ts";

/** The tools of the skill family. */
export function skillTools(world: ScriptWorld & { readonly findSkills: FindSkills }): Tool[] {
  const tools = [
    createListSkills(world),
    createSearchSkills(world),
    createGetSkillInfo(world),
    createGetSkillReference(world),
    createRunSkillScript(world),
    createInstallSkill(world),
    createAcceptSkill(world),
    createUninstallSkill(world),
    createDraftSkill(world),
  ];
  return tools.map(asBuiltin);
}

/** Installs a skill. It cannot be used before a person accepted it. */
function createInstallSkill({ library }: SkillStore): Tool {
  return defineTool({
    name: "install_skill",
    summary: "Install a skill from a folder, archive, address or registry",
    description:
      "Takes a folder, a zip or tar.gz file, a git or https address, or a name in the registry. The skill is scanned and put into quarantine. It cannot be used before a person accepts it: call accept_skill, which shows them what it contains.",
    category: "skill",
    risk: "medium",
    flow: { keeps: "beyond the run" },
    timeoutMs: 120_000,
    input: () => z.object({ source: z.string().trim().min(1).max(2000).describe("Where to install from") }),
    effects: ({ source }) => [sourceEffect(source)],
    question: async ({ source }) => ({
      en: `Install the skill from ${source}? It is scanned, and cannot be used before you accept it.`,
      zh: `安装 ${source} 的技能？安装后会先扫描，接受之前不能使用。`,
    }),
    consequence: {
      en: "Copies the skill into quarantine; dejima skill uninstall removes it again.",
      zh: "会把技能复制到隔离区，可用 dejima skill uninstall 移除。",
    },
    async run({ source }, { files, signal, callId }) {
      // A file that the file tools may not read must not be installed as a skill either.
      if (sourceEffect(source).kind === "file.read")
        await files.info(source).catch(refuseBlockedPath(source));
      const { manifest, scan, content } = await (await library()).install(source, { signal, callId });
      return {
        name: manifest.name,
        description: manifest.description,
        status: "waiting for acceptance",
        accept: `dejima skill trust ${manifest.name}`,
        content: content.hash,
        contract: manifest.contract,
        findings: scan.findings,
      };
    },
  });
}

const REMOTE = /^(?:git\+)?(?:https?|ssh):\/\//i;

function sourceEffect(source: string): Effect {
  if (REMOTE.test(source)) return { kind: "host.read", target: source.replace(/^git\+/, "") };
  const [, host] = /^git@([\w.-]+):/.exec(source) ?? [];
  return host === undefined
    ? { kind: "file.read", target: source }
    : { kind: "host.read", target: `ssh://${host}/` };
}

/** Throws for a path that may not be read. A plain name is one of the registry, not a path. */
function refuseBlockedPath(source: string) {
  return (error: unknown): undefined => {
    if (/[./\\]/.test(source)) throw error;
    return undefined;
  };
}

const fileTexts = (description: string) =>
  z.record(z.string().min(1).max(200), z.string().max(200_000)).default({}).describe(description);

/** Writes a new skill into quarantine, for a person to review. */
function createDraftSkill({ library }: SkillStore): Tool {
  return defineTool({
    name: "draft_skill",
    summary: "Write a new skill, for a person to review and accept",
    description:
      "Makes a skill from a name, a description that says when to use it, instructions in Markdown, and scripts, references, tools and triggers where it needs them. It is a draft, which cannot be used before a person accepts it: call accept_skill, which shows them what it contains. The skill skill-creator explains how to write a good one.",
    category: "skill",
    risk: "medium",
    flow: { keeps: "beyond the run" },
    input: () =>
      z.object({
        name: z.string().min(1).max(64).describe("Lowercase letters, digits and hyphens"),
        description: z.string().min(1).max(1024).describe("What it does and when to use it"),
        instructions: z.string().min(1).max(100_000).describe("What to do, in Markdown"),
        scripts: fileTexts('Programs by file name, such as {"report.py": "…"}'),
        references: fileTexts('Texts to read when needed, such as {"forms.md": "…"}'),
        allowedTools: z
          .array(z.string().min(1).max(200))
          .max(50)
          .optional()
          .describe("The only tools that it may use"),
        triggers: z
          .object({
            keywords: z.array(z.string().min(1).max(100)).max(50).default([]),
            intents: z.array(z.string().min(1).max(100)).max(50).default([]),
          })
          .optional()
          .describe("Words that hint at it"),
      }),
    question: async ({ name }) => ({ en: `Draft the skill ${name}?`, zh: `起草技能 ${name}？` }),
    consequence: {
      en: "Writes a draft that cannot be used before you accept it; dejima skill uninstall removes it again.",
      zh: "会写一份草稿，接受之前不能使用，可用 dejima skill uninstall 移除。",
    },
    async run({ name, description, instructions, scripts, references, allowedTools, triggers }) {
      const below = (folder: string, files: Readonly<Record<string, string>>) =>
        Object.entries(files).map(([path, text]) => [
          path.startsWith(`${folder}/`) ? path : `${folder}/${path}`,
          text,
        ]);
      const files = Object.fromEntries([...below("scripts", scripts), ...below("references", references)]);
      const { manifest, scan, content } = await (await library()).create({
        name,
        description,
        body: instructions,
        files,
        allowedTools,
        triggers,
      });
      return {
        name: manifest.name,
        status: "waiting for acceptance",
        accept: `dejima skill trust ${manifest.name}`,
        content: content.hash,
        findings: scan.findings,
      };
    },
  });
}

/** Removes an installed skill. */
function createUninstallSkill({ library }: SkillStore): Tool {
  return defineTool({
    name: "uninstall_skill",
    summary: "Remove an installed skill with all of its files",
    description:
      "Removes an installed skill. Shipped skills and those of a project cannot be removed: disable them instead. A running skill is not removed.",
    category: "skill",
    risk: "medium",
    flow: { keeps: "beyond the run" },
    input: () => skillFields({ skill: skillInput }),
    question: async ({ skill }) => ({
      en: `Remove the skill ${skill} with all of its files?`,
      zh: `移除技能 ${skill} 和它的全部文件？`,
    }),
    consequence: {
      en: "Deletes the skill; to get it back, it has to be installed again.",
      zh: "会删除这个技能，之后只能重新安装。",
    },
    // An unknown skill is reported before anybody is asked.
    async effects({ skill }) {
      const skillLibrary = await library();
      await skillLibrary.refresh();
      await skillLibrary.info(skill);
      return [];
    },
    async run({ skill }) {
      const skillLibrary = await library();
      await skillLibrary.refresh();
      await skillLibrary.uninstall(skill);
      return { uninstalled: skill };
    },
  });
}
