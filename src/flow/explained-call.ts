import type { Effect } from "../contract/effect.ts";
import type { Tool } from "../contract/tool.ts";

/** A call whose arguments the gate explains. */
export interface ExplainedCall {
  readonly tool: Tool;
  readonly input: unknown;
  readonly effects: readonly Effect[];
}
