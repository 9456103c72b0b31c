import type { ToolCallContent } from "@agentclientprotocol/sdk";
import type { Preview } from "../../contract/asking/approval.ts";

/** The hunks of a previewed change for an editor: the text before and after each. */
export function diffContent({ kind, text }: Preview, path: string): ToolCallContent[] {
  if (kind !== "diff") return [];
  const [, ...hunks] = text.split(/^@@ .*\n/m);
  return hunks.map((hunk) => {
    const lines = hunk.replace(/\n$/, "").split("\n");
    const oldText = linesOf(lines, "-");
    return { type: "diff", path, oldText: oldText === "" ? null : oldText, newText: linesOf(lines, "+") };
  });
}

/** One side of a hunk. */
function linesOf(lines: readonly string[], side: "-" | "+"): string {
  return lines
    .filter((line) => line.startsWith(side) || line.startsWith(" "))
    .map((line) => `${line.slice(1)}\n`)
    .join("");
}
