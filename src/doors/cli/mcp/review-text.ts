import { createTwoFilesPatch } from "diff";
import type { Runtime } from "../../../runtime.ts";

type Review = Awaited<ReturnType<Runtime["mcp"]["review"]>>;

/** What changed and what looks hostile, for a person to read. */
export function reviewText({ name, changes, held, instructions }: Review): string {
  const lines = changes.map(({ tool, kind, before, after }) =>
    [`${kind}: ${tool}`, patch(tool, shown(before), shown(after))].join("\n"),
  );
  const warnings = held.map(({ definition, findings }) =>
    [
      `suspicious: ${definition.name}`,
      ...findings.map(({ signal, message, excerpt }) => `  ${signal}: it ${message}: ${excerpt}`),
    ].join("\n"),
  );
  const told =
    instructions === undefined ? [] : [patch("instructions", instructions.before, instructions.after)];
  return [`MCP server ${name}`, ...lines, ...told, ...warnings].join("\n\n");
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
