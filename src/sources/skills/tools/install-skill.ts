import { z } from "zod";
import type { Effect } from "../../../contract/effect.ts";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import type { SkillStore } from "./open-skill.ts";

/** Installs a skill that nobody can use before a person accepted it. */
export function createInstallSkill({ library }: SkillStore): Tool {
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
