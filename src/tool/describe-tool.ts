import type { JsonSchema } from "../contract/data/json-schema.ts";
import { toolHints } from "../contract/flow.ts";
import type { Tool, ToolSummary } from "../contract/tool.ts";
import { defined } from "../support/defined.ts";
import { type ArgumentRole, rolesOf } from "./role-of.ts";

/** The wire formats of tool definitions for model providers and MCP clients. */
export const MODEL_TOOL_SHAPES = {
  openai: (tool: Tool, description = tool.description) => ({
    type: "function" as const,
    function: { name: tool.name, description, parameters: parameters(tool) },
  }),
  anthropic: (tool: Tool, description = tool.description) => ({
    name: tool.name,
    description,
    input_schema: parameters(tool),
  }),
  mcp: (tool: Tool, description = tool.description) => ({
    name: tool.name,
    title: tool.summary,
    description,
    inputSchema: parameters(tool),
    ...defined({ outputSchema: tool.output }),
    annotations: toolHints(tool),
  }),
};

/** Everything about a tool that a caller may want to know. */
export interface ToolInfo extends ToolSummary {
  readonly description: string;
  readonly aliases: readonly string[];
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly dependsOn: readonly string[];
  /** What each argument is for, which decides what a person is asked about in a marked run. */
  readonly roles: readonly ArgumentRole[];
}

/** The row of a tool in the list. */
export function summariseTool(tool: Tool): ToolSummary {
  const { name, summary, category, risk, source, version } = tool;
  return { name, summary, category, risk, source, version };
}

/** All details of a tool, with its own description or a longer one. */
export function describeTool(tool: Tool, description = tool.description): ToolInfo {
  const { $schema: _dialect, ...inputSchema } = tool.input.toJsonSchema();
  return {
    ...summariseTool(tool),
    description,
    aliases: tool.aliases,
    inputSchema,
    ...defined({ outputSchema: tool.output }),
    dependsOn: tool.dependsOn,
    roles: rolesOf(tool),
  };
}

export type ModelToolShape = keyof typeof MODEL_TOOL_SHAPES;

export type ModelTool<Shape extends ModelToolShape> = ReturnType<(typeof MODEL_TOOL_SHAPES)[Shape]>;

// Providers reject a root that is not an object, and some reject the `$schema` keyword.
function parameters(tool: Tool): JsonSchema {
  const { $schema: _dialect, ...schema } = tool.input.toJsonSchema();
  return { type: "object", ...schema };
}
