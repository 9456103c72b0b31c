import { DejimaError } from "../../contract/error.ts";
import { didYouMean } from "../../support/nearest.ts";
import type { Pin } from "./pin.ts";

/** The error for an unknown server. */
export function unknownServer(name: string, known: readonly string[]): DejimaError {
  const hint = known.length === 0 ? "none is configured" : `the config has ${known.join(", ")}`;
  const problem = `Cannot find the MCP server "${name}": ${hint}${didYouMean(name, known)}`;
  return new DejimaError("not_found", problem, { server: name });
}

/**
 * The error for a tool that a server does not have, or that was left out because its description is
 * malformed.
 */
export function missingTool(server: string, tool: string, { agreed }: Pin): DejimaError {
  const left = agreed.leftOut?.find(({ name, what }) => name === tool && what === "entry");
  if (left !== undefined) {
    const why = `its server describes it in a malformed way, so it was left out (${left.why})`;
    return new DejimaError("tool_not_found", `Cannot call "${tool}" of the MCP server "${server}": ${why}`, {
      server,
      tool,
    });
  }
  const hint = didYouMean(
    tool,
    agreed.tools.map(({ name }) => name),
  );
  const problem = `Cannot find tool "${tool}" of the MCP server "${server}"${hint || `. \`dejima mcp tools ${server}\` lists its tools`}`;
  return new DejimaError("tool_not_found", problem, { server, tool });
}

/** The error for a server of an untrusted config, which is not started unless someone names it. */
export function notTrusted(server: string): DejimaError {
  return new DejimaError(
    "approval_required",
    `Cannot start the MCP server "${server}" unasked: the config is not trusted, and it would reach beyond the project. Read it, then \`dejima config trust\`, or name the server: \`dejima mcp tools ${server}\``,
    { server },
  );
}
