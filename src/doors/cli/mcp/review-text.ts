import { createTwoFilesPatch } from "diff";
import type { Runtime } from "../../../runtime.ts";
import { findingText } from "../../../support/finding.ts";
import type { Output } from "../describe/output.ts";

const MAX_LINES = 10;

type Review = Awaited<ReturnType<Runtime["mcp"]["review"]>>;

/** The changes of a server and the findings that look hostile, for a person to read. */
export function reviewText({ name, changes, held, instructions }: Review): string {
  const lines = changes.map(({ tool, kind, before, after }) =>
    [`${kind}: ${tool}`, patch(tool, shown(before), shown(after))].join("\n"),
  );
  const warnings = held.map(({ definition, findings }) =>
    [
      `suspicious: ${definition.name}`,
      ...findings.map((finding) => `  ${finding.severity}: ${findingText(finding)}`),
    ].join("\n"),
  );
  const instructionLines =
    instructions === undefined ? [] : [patch("instructions", instructions.before, instructions.after)];
  return [`MCP server ${name}`, ...lines, ...instructionLines, ...warnings].join("\n\n");
}

function shown(definition: object | undefined): string {
  return definition === undefined ? "" : `${JSON.stringify(definition, null, 2)}\n`;
}

function patch(name: string, before: string, after: string): string {
  return createTwoFilesPatch(name, name, before, after, "agreed", "now", { context: 2 })
    .split("\n")
    .slice(1)
    .join("\n");
}

/** Lists the variables that a contained server does not get. */
export function describeDropped({ say }: Output, dropped: readonly string[]): string[] {
  if (dropped.length === 0) return [];
  return [
    say`Not passed to the contained server, because they can make it run something else: ${dropped.join(", ")}`,
  ];
}

/** One line for each malformed tool of a server, at most ten. */
export function describeDroppedEntries(
  { say }: Output,
  leftOut: readonly { readonly name: string; readonly what: "entry" | "fields"; readonly why: string }[],
): string[] {
  const lines = leftOut
    .slice(0, MAX_LINES)
    .map(({ name, what, why }) =>
      what === "entry"
        ? say`The tool "${name}" is malformed and left out: ${why}`
        : say`A part of the tool "${name}" is malformed and left out: ${why}`,
    );
  const more = leftOut.length - lines.length;
  return more === 0 ? lines : [...lines, say`${more} more of its tools are malformed`];
}

/** How to give a server the variables that it lacks. */
export function describeMissing({ say }: Output, server: string, missing: readonly string[]): string {
  const grants = missing.map((name) => `env:${name}`).join(" ");
  return say`It needs ${missing.join(", ")} to work: its tools are listed, calls are refused. Set what it asks for in the environment, then: dejima mcp grant ${server} ${grants}`;
}
