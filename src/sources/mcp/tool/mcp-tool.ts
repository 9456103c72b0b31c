import type { Tool } from "../../../contract/tool.ts";
import { flowOf } from "../../../tool/flow-of.ts";
import { jsonSchemaInput } from "../../../tool/json-schema-input.ts";
import type { ServerConnection } from "../connection/server-connection.ts";
import { plainText, summaryOf } from "../definition/plain-text.ts";
import type { ToolDefinition } from "../definition/tool-definition.ts";
import { resultOutput } from "./result-output.ts";
import { riskOf } from "./risk-of.ts";
import { sendsNothing, serverEffects } from "./server-effects.ts";
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
  return {
    name,
    aliases,
    version: "1.0.0",
    summary: summaryOf(text === "" ? `${definition.name} of ${settings.name}` : text, MAX_SUMMARY),
    description: `[MCP server ${settings.name}] ${text}`,
    category: "mcp",
    risk: riskOf(definition, settings),
    flow: flowOf({
      source: "mcp",
      category: "mcp",
      flow: sendsNothing(settings, definition.name) ? { sends: "nothing" } : {},
    }),
    source: "mcp",
    origin: settings.name,
    dependsOn: [],
    timeoutMs: settings.startTimeoutMs + settings.timeoutMs,
    input: jsonSchemaInput(inputSchema),
    ...(outputSchema === undefined ? {} : { output: outputSchema }),
    effects: (input) => serverEffects(settings, { tool: definition.name, input }),
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
