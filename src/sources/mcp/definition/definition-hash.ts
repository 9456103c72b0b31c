import { canonicalJson } from "../../../support/canonical-json.ts";
import { sha256 } from "../../../support/sha256.ts";
import type { ServerDefinitions, ToolDefinition } from "./tool-definition.ts";

/** The hash of all that a model or a person relies on in a tool's definition. */
export function definitionHash(tool: ToolDefinition): string {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return sha256(canonicalJson({ name, title, description, inputSchema, outputSchema, annotations }));
}

/** The hash of a whole server: its tools in any order, and its instructions. */
export function serverHash({
  tools,
  instructions,
}: Pick<ServerDefinitions, "tools" | "instructions">): string {
  return sha256(canonicalJson({ tools: tools.map(definitionHash).sort(), instructions }));
}
