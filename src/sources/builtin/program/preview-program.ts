import { callSites } from "./call-sites.ts";

/** A program as a person sees it: its calls, then its text. */
export function previewProgram(code: string): string {
  const sites = callSites(code);
  const lines = sites.map(
    ({ line, tool, text }) => `line ${line}: ${tool ?? "a tool whose name it works out"}: ${text}`,
  );
  const calls =
    lines.length === 0 ? "This program makes no calls." : `Calls in this program:\n${lines.join("\n")}`;
  return `${calls}\n\n${code}`;
}
