import { DejimaError } from "../contract/error.ts";
import type { Tool } from "../contract/tool.ts";

type Find = (name: string) => Tool | undefined;

/** The tools that `tool` needs, each after those it needs itself. Throws when one is missing or needs `tool` back. */
export function resolveDependencies(tool: Tool, find: Find): Tool[] {
  const order: Tool[] = [];
  visit(tool, find, [], order);
  return order.filter((needed) => needed !== tool);
}

function visit(tool: Tool, find: Find, trail: readonly string[], order: Tool[]): void {
  if (trail.includes(tool.name)) throw cycle([...trail.slice(trail.indexOf(tool.name)), tool.name]);
  if (order.includes(tool)) return;
  for (const name of tool.dependsOn) {
    const needed = find(name);
    if (needed === undefined) {
      throw new DejimaError(
        "tool_not_found",
        `Cannot use tool "${tool.name}": it depends on "${name}", which is not registered. Register "${name}" first`,
        { tool: tool.name, missing: name },
      );
    }
    visit(needed, find, [...trail, tool.name], order);
  }
  order.push(tool);
}

/** Refuses a tool that would close a circle among those already known; missing ones may still come. */
export function refuseCycle(tool: Tool, find: Find): void {
  const walk = (name: string, trail: readonly string[]): void => {
    if (name === tool.name) throw cycle([...trail, name]);
    for (const next of find(name)?.dependsOn ?? []) {
      if (next === tool.name || !trail.includes(next)) walk(next, [...trail, name]);
    }
  };
  for (const name of tool.dependsOn) walk(name, [tool.name]);
}

function cycle(names: readonly string[]): DejimaError {
  return new DejimaError("conflict", `Cannot resolve dependencies: ${names.join(" -> ")} is a circle`, {
    cycle: names,
  });
}
