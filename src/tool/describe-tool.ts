import type { JsonSchema } from "../contract/json-schema.ts";
import type { Tool, ToolSummary } from "../contract/tool.ts";
import { defined } from "../support/defined.ts";

/** Everything about a tool that a caller may want to know. */
export interface ToolInfo extends ToolSummary {
  readonly description: string;
  readonly aliases: readonly string[];
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly dependsOn: readonly string[];
}

/** The row of a tool in the list. */
export function summariseTool(tool: Tool): ToolSummary {
  const { name, summary, category, risk, source, version } = tool;
  return { name, summary, category, risk, source, version };
}

/** A tool in full. */
export function describeTool(tool: Tool): ToolInfo {
  const { $schema: _dialect, ...inputSchema } = tool.input.toJsonSchema();
  return {
    ...summariseTool(tool),
    description: tool.description,
    aliases: tool.aliases,
    inputSchema,
    ...defined({ outputSchema: tool.output }),
    dependsOn: tool.dependsOn,
  };
}
