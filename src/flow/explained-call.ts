import type { Effect } from "../contract/effect.ts";
import type { Tool } from "../contract/tool.ts";

/** A call whose arguments are to be explained. */
export interface ExplainedCall {
  readonly tool: Tool;
  readonly input: unknown;
  readonly effects: readonly Effect[];
}
