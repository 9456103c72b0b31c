import type { Risk, Tool } from "../../../contract/tool.ts";
import { jsonSchemaInput } from "../../../tool/json-schema-input.ts";
import type { ServerConnection } from "../connection/server-connection.ts";
import { plainText, summaryOf } from "../definition/plain-text.ts";
import type { ToolDefinition } from "../definition/tool-definition.ts";
import type { ServerSettings } from "../server-settings.ts";
import { resultOutput } from "./result-output.ts";
import { riskOf } from "./risk-of.ts";
import type { GivenName } from "./tool-names.ts";

const MAX_SUMMARY = 80;
const MAX_DESCRIPTION = 10_000;

/** A tool of an MCP server as one of ours: judged, recorded and bounded like every other. Its text is a stranger's. */
export function createMcpTool(
  definition: ToolDefinition,
  { name, aliases, connection }: GivenName & { connection: ServerConnection },
): Tool {
  const { settings } = connection;
  const { inputSchema, outputSchema, description = "", title = "", annotations } = definition;
  const text = plainText(description === "" ? title : description, MAX_DESCRIPTION);
  const risk = riskOf(definition, settings);
  return {
    name,
    aliases,
    version: "1.0.0",
    summary: summaryOf(text === "" ? `${definition.name} of ${settings.name}` : text, MAX_SUMMARY),
    description: `[MCP server ${settings.name}] ${text}`,
    category: "mcp",
    risk,
    ...(sendsNothing(settings.place, risk) ? { sendsOut: false } : {}),
    source: "mcp",
    origin: settings.name,
    dependsOn: [],
    timeoutMs: settings.startTimeoutMs + settings.timeoutMs,
    input: jsonSchemaInput(inputSchema),
    ...(outputSchema === undefined ? {} : { output: outputSchema }),
    effects: () => [],
    async run(input, { signal, progress, dialogue }) {
      const result = await connection.call({
        tool: definition.name,
        input: input as Record<string, unknown>, // the schema's root is an object, as the protocol demands
        signal,
        repeatable: annotations?.readOnlyHint === true || annotations?.idempotentHint === true,
        onProgress: progress,
        unchecked: outputSchema === undefined,
        dialogue,
      });
      return resultOutput(result, { server: settings.name, tool: definition.name });
    },
  };
}

/** The walls keep everything in, or the user says that it does no harm: only the user's word makes a tool `low`. */
function sendsNothing(place: ServerSettings["place"], risk: Risk): boolean {
  return risk === "low" || (place.type === "stdio" && !place.trusted && place.hosts.length === 0);
}
