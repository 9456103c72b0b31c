import { type ExplainedCall, leavesOf } from "./call-leaves.ts";
import type { RunOrigins } from "./run-origins.ts";

/**
 * Whether the user said everything that a call would store: each text in the user's own words and order, each name as the user
 * wrote it. Only built-in tools are known to store exactly their input.
 */
export function isAllOwnText({ tool, input }: Omit<ExplainedCall, "effects">, { own }: RunOrigins): boolean {
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

/** Whether a text consists of the user's own words, in their order. */
export function isOwnText(text: string, { own }: Pick<RunOrigins, "own">): boolean {
  return text.trim() !== "" && (own.wrote(text) || own.restates(text));
}
