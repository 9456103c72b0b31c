import type { SkillPreview } from "../../../runtime.ts";
import { counted } from "../../../support/counted.ts";
import { findingText } from "../../../support/finding.ts";
import { visibleText } from "../../../text/visible-text.ts";
import type { CommandContext } from "../command.ts";
import { confirm } from "../terminal/confirm.ts";
import type { Output } from "./output.ts";

const COLOURS = { danger: "red", warning: "yellow", notice: "dim" } as const;

/**
 * What a person should know before accepting a skill: its text, its requests, and the findings of the scan.
 */
export function showPreview({ manifest, scan, content }: SkillPreview, output: Output): string {
  const { name, description, contract, allowedTools, issues } = manifest;
  const wants = [
    ...contract.folders.map(({ path, access }) => `${access} ${path}`),
    ...contract.hosts.map((host) => `reach ${host}`),
    ...contract.environment.map((variable) => `see the variable ${variable}`),
    ...contract.programs.map((program) => `run ${program}`),
    ...(contract.otherPrograms === "refused" ? ["no other program of the system"] : []),
    ...Object.entries(contract.limits).map(([limit, amount]) => `at most ${limit} ${amount}`),
    ...contract.servers.map((server) => `start the server ${server}`),
  ];
  const tools =
    allowedTools === undefined ? "any tool that the other rules give" : allowedTools.join(", ") || "no tool";
  const lines = [
    `${output.style("bold", name)}  ${counted(Object.keys(content.files).length, "file")}, content ${content.hash.slice(0, 12)}`,
    visibleText(description),
    `tools    ${visibleText(tools)}`,
    `wants    ${visibleText(wants.join("; ")) || "nothing beyond that"}`,
    ...issues.map(({ message }) => `differs  ${visibleText(message)}`),
    ...scan.findings.map(
      (finding) =>
        `${output.style(COLOURS[finding.severity], finding.severity.padEnd(8))} ${visibleText(findingText(finding))}`,
    ),
  ];
  return lines.join("\n");
}

/** How a skill is accepted: `--yes` agrees in advance, a terminal asks, and without either it is refused. */
export function acceptance(
  context: CommandContext,
  yes: boolean,
): { accept?: (preview: SkillPreview) => Promise<boolean> } {
  const { interactive, output } = context;
  if (yes) return { accept: async () => true };
  if (!interactive) return {};
  return {
    async accept(preview) {
      const question = `Accept ${preview.manifest.name} as it is now?`;
      return confirm(context, question, showPreview(preview, output));
    },
  };
}
