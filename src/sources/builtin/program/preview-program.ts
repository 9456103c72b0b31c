import { visibleLine, visibleText } from "../../../text/visible-text.ts";
import { callSites } from "./call-sites.ts";

/** A program as a person sees it: its calls, then its text with line numbers, so that no comment in it passes for one of the calls. */
export async function previewProgram(code: string): Promise<string> {
  const sites = await callSites(code);
  const lines = sites.map(
    ({ line, tool, text }) =>
      `line ${line}: ${tool === undefined ? "a tool whose name it works out" : visibleLine(tool)}: ${visibleLine(text)}`,
  );
  const calls =
    lines.length === 0 ? "This program makes no calls." : `Calls in this program:\n${lines.join("\n")}`;
  const rows = visibleText(code).split("\n");
  const wide = String(rows.length).length;
  // The separators may occur in a private key, so that a key of several lines is still recognized and left out.
  const numbered = rows.map((row, index) => `${String(index + 1).padStart(wide)}: ${row}`.trimEnd());
  return `${calls}\n\n${numbered.join("\n")}`;
}
