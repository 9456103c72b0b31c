import type { Source } from "../contract/tool.ts";
import { BUILTIN_WORDS, SERVER_MARK, serverPrefix } from "../contract/tool-family.ts";

/** Where a tool comes from, as far as it is known. */
interface ToolOrigin {
  readonly source?: Source;
  readonly origin?: string;
}

/**
 * Whether a pattern of tool names speaks of this tool's source: `memory__*` of the server `memory`, `browser_*` of built-in
 * tools. Whoever names a tool must not be able to place it under a rule that was written for another source.
 */
export function ownsPrefix({ source, origin = "" }: ToolOrigin, pattern: string): boolean {
  const prefix = pattern.replace(/[*?][\s\S]*$/, "");
  if (prefix === "" || source === undefined || source === "builtin" || source === "skill") return true;
  if (source === "mcp") return prefix.startsWith(serverPrefix(origin));
  return !prefix.includes(SERVER_MARK) && !speaksOfBuiltins(prefix);
}

function speaksOfBuiltins(prefix: string): boolean {
  return BUILTIN_WORDS.some(
    (word) => word.startsWith(prefix) || prefix === word || prefix.startsWith(`${word}_`),
  );
}
