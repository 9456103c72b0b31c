import type { SkillPreview } from "../../../runtime.ts";
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
    ...contract.folders.map(({ path, access }) =>
      access === "read" ? output.say`read ${path}` : output.say`change ${path}`,
    ),
    ...contract.hosts.map((host) => output.say`reach ${host}`),
    ...contract.environment.map((variable) => output.say`see the variable ${variable}`),
    ...contract.programs.map((program) => output.say`run ${program}`),
    ...(contract.otherPrograms === "refused" ? [output.say("no other program of the system")] : []),
    ...Object.entries(contract.limits).map(([limit, amount]) => output.say`at most ${limit} ${amount}`),
    ...contract.servers.map((server) => output.say`start the server ${server}`),
  ];
  const tools =
    allowedTools === undefined
      ? output.say("any tool that your rules allow")
      : allowedTools.join(", ") || output.say("no tool");
  const lines = [
    `${output.style("bold", name)}  ${output.say.count(Object.keys(content.files).length, "file")}  ${content.hash.slice(0, 12)}`,
    visibleText(description),
    output.table([
      [output.say("tools"), visibleText(tools)],
      [output.say("asks for"), visibleText(wants.join("; ")) || output.say("nothing else")],
    ]),
    ...issues.map(({ message }) => `${output.say("differs")}  ${visibleText(message)}`),
    ...scan.findings.map(
      (finding) =>
        `${output.style(COLOURS[finding.severity], output.say.value(finding.severity))}  ${visibleText(findingText(finding))}`,
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
      const question = output.say`Accept ${preview.manifest.name} as it is now?`;
      return confirm(context, question, showPreview(preview, output));
    },
  };
}
