import type { Tool as WireTool } from "@modelcontextprotocol/server";
import type { Tool } from "../../../contract/tool.ts";
import type { Runtime } from "../../../runtime.ts";
import type { ClientRuns } from "../calls/client-runs.ts";
import { type Client, defersTools } from "../client.ts";
import { clientRules } from "../client-rules.ts";
import { META_TOOLS, RESUME_TOOL } from "./meta-tools.ts";

/** How tools are shown: all of them, only a search, or whichever suits the client and the number. */
export type ListMode = "auto" | "full" | "search";

interface ListParts {
  readonly runtime: Runtime;
  readonly runs: ClientRuns;
  readonly client: Client;
  /** How tools are shown where the config says nothing of this client. */
  readonly mode: ListMode;
}

/**
 * Beyond so many characters of definitions (about four to a token, some hundred tools) searching is the better deal. Below it the
 * whole list fits a context, is read from a prompt cache, and saves two turns and the tasks that a search does not find the tool for.
 */
const BUDGET = 80_000;

/** The tools that a client is shown, in an order that does not change: none that it can never use. */
export async function listTools({ runtime, runs, client, mode: defaults }: ListParts): Promise<WireTool[]> {
  const { mcp } = runtime;
  const { reach } = await runs.of(client);
  const requested = clientRules(runtime.settings.config.mcpClients, client).findLast(
    ({ mode }) => mode !== undefined,
  );
  const mode = requested?.mode ?? defaults;
  const exposure = new Map((await mcp.reports()).map(({ name, exposure }) => [name, exposure]));
  const exposureOf = (tool: Tool) => (tool.source === "mcp" ? (exposure.get(tool.origin) ?? "auto") : "auto");
  const tools = runtime.registry.list().filter((tool) => reach(tool) !== "denied");
  const definition = await mcp.definitions();
  const wire = new Map(tools.map((tool) => [tool.name, wireTool(tool, definition(tool.name))]));
  const resume = client.can("elicitation/create") ? [] : [RESUME_TOOL];
  const searching =
    mode === "search" || (mode === "auto" && !defersTools(client) && weight(wire.values()) > BUDGET);
  const shown = tools.filter((tool) => {
    const wanted = exposureOf(tool);
    return wanted === "full" || (!searching && !(wanted === "search" && mode === "auto"));
  });
  const hidden = shown.length < tools.length;
  const listed = shown.flatMap(({ name }) => wire.get(name) ?? []);
  return [...(hidden ? META_TOOLS : []), ...resume, ...listed.filter(({ name }) => !hidden || !isMeta(name))];
}

const isMeta = (name: string): boolean => META_TOOLS.some((tool) => tool.name === name);

function weight(tools: Iterable<WireTool>): number {
  let sum = 0;
  for (const { name, description, inputSchema } of tools)
    sum += JSON.stringify([name, description, inputSchema]).length;
  return sum;
}

/** A tool of a server keeps its definition, all but the name; ours are described by what we know of them. */
function wireTool(tool: Tool, definition: WireTool | undefined): WireTool {
  if (definition !== undefined) return { ...definition, name: tool.name };
  const { $schema: _dialect, ...schema } = tool.input.toJsonSchema();
  return {
    name: tool.name,
    title: tool.summary,
    description: tool.description,
    inputSchema: { ...schema, type: "object" },
    ...(tool.output === undefined
      ? {}
      : { outputSchema: tool.output as NonNullable<WireTool["outputSchema"]> }),
    annotations: { readOnlyHint: tool.risk === "low", destructiveHint: tool.risk === "high" },
  };
}
