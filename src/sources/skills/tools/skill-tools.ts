import type { Tool } from "../../../contract/tool.ts";
import { asBuiltin } from "../../../tool/flow-of.ts";
import { type ScriptWorld, createRunSkillScript } from "./run-skill-script.ts";
import { z } from "zod";
import type { Effect } from "../../../contract/effect.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { type FindSkills, type SkillStore, createGetSkillInfo, createGetSkillReference, createListSkills, createSearchSkills, skillInput } from "./reading-tools.ts";

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

/** Installs a skill that nobody can use before a person accepted it. */
function createInstallSkill({ library }: SkillStore): Tool {
  return defineTool({
    name: "install_skill",
    summary: "Install a skill from a folder, archive, address or registry",
    description:
      "Takes a folder, a zip or tar.gz file, a git or https address, or a name in the registry. The skill is scanned and put into quarantine: tell the user to look at it and to accept it with `dejima skill trust NAME`; it cannot be used before.",
    category: "skill",
    risk: "medium",
    flow: { keeps: "beyond the run" },
    timeoutMs: 120_000,
    input: () => z.object({ source: z.string().min(1).max(2000).describe("Where to install from") }),
    effects: ({ source }) => [sourceEffect(source)],
    async run({ source }, { files, signal, callId }) {
      // What the file tools may not see must not come in as a skill either.
      if (sourceEffect(source).kind === "file.read") await files.info(source).catch(refuseElsewhere(source));
      const { manifest, scan } = await (await library()).install(source, {
        signal,
        callId,
        keepArchive: true,
      });
      return {
        name: manifest.name,
        description: manifest.description,
        status: "waiting for acceptance",
        accept: `dejima skill trust ${manifest.name}`,
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

/** A name in the registry is no path at all: only a path that may not be read is refused. */
function refuseElsewhere(source: string) {
  return (error: unknown): undefined => {
    if (/[./\\]/.test(source)) throw error;
    return undefined;
  };
}

/** Writes a new skill into quarantine, where a person finds it. */
function createDraftSkill({ library }: SkillStore): Tool {
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

/** Removes an installed skill. */
function createUninstallSkill({ library }: SkillStore): Tool {
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
