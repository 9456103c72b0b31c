import type { Tool } from "../../contract/tool.ts";
import { actingTools } from "./acting-tools.ts";
import type { BrowserOf } from "./browser-session.ts";
import { visitingTools } from "./visiting-tools.ts";

/** A real browser, in the tools that models know: opened with the first call of a run, gone with its end. */
export function browserTools(browserOf: BrowserOf): Tool[] {
  return [...visitingTools(browserOf), ...actingTools(browserOf)];
}
