import { leavesOf } from "./call-leaves.ts";
import type { ExplainedCall } from "./explained-call.ts";
import type { RunOrigins } from "./run-origins.ts";

/**
 * Whether the user said all that a call would keep: each text in their own words and their order, each name as they wrote it. Only a
 * built-in tool is known to keep what it was given and nothing else.
 */
export function isAllOwn({ tool, input }: Omit<ExplainedCall, "effects">, { own }: RunOrigins): boolean {
  if (tool.source !== "builtin" || tool.composes === true) return false;
  const said = (leavesOf({ tool, input }) ?? []).filter(({ role }) => role !== "inert");
  return (
    said.some(({ role }) => role === "content" || role === "authority") &&
    said.every(({ role, value }) => {
      if (role === "code" || role === "destination") return false;
      return own.namesThing(value) || (role === "content" && isOwnText(value, { own }));
    })
  );
}

/** Whether a text is in the user's own words and their order. */
export function isOwnText(text: string, { own }: Pick<RunOrigins, "own">): boolean {
  return text.trim() !== "" && (own.wrote(text) || own.retells(text));
}
