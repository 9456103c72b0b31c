import type { ToolRegistry } from "../../../tool/tool-registry.ts";
import type { ToolDefinition } from "../definition/tool-definition.ts";
import type { ServerEntry } from "../server-entry.ts";
import { createMcpTool } from "./mcp-tool.ts";
import { nameTools } from "./tool-names.ts";

/** A tool that stands in the registry, and where it comes from. */
export interface RegisteredTool {
  readonly server: string;
  readonly definition: ToolDefinition;
}

/** Registers every tool that may be used, under names that tell them apart. Gives them by those names. */
export function registerTools(
  entries: Iterable<ServerEntry>,
  registry: ToolRegistry,
  reserved: readonly string[],
): Map<string, RegisteredTool> {
  const found = [...entries].flatMap(({ connection, split }) =>
    split.usable.map((definition) => ({ connection, definition })),
  );
  const taken = registry.list().flatMap(({ name, aliases }) => [name, ...aliases]);
  const names = nameTools(
    found.map(({ connection: { settings }, definition }) => ({
      server: settings.name,
      tool: definition.name,
      prefixed: settings.prefix,
    })),
    [...taken, ...reserved],
  );
  return new Map(
    found.flatMap(({ connection, definition }, index) => {
      const given = names[index];
      if (given === undefined) return [];
      registry.register(createMcpTool(definition, { ...given, connection }));
      return [[given.name, { server: connection.settings.name, definition }] as const];
    }),
  );
}
