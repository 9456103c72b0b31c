import type { Tool } from "../contract/tool.ts";
import type { IndexEntry } from "./index-entry.ts";

/** What the index knows of a tool. Its content hash is that of the tool's definition. */
export function toolEntry(tool: Tool): IndexEntry {
  const { name, summary, description, category, source } = tool;
  return {
    id: name,
    name,
    description: `${summary}\n${description}`,
    parameters: parametersOf(tool),
    category,
    source,
  };
}

function parametersOf(tool: Tool): string[] {
  const { properties } = tool.input.toJsonSchema();
  if (typeof properties !== "object" || properties === null) return [];
  return Object.entries(properties).map(([name, field]) => {
    const description =
      typeof field === "object" && field !== null && "description" in field ? field.description : undefined;
    return typeof description === "string" ? `${name}: ${description}` : name;
  });
}
