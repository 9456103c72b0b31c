import type { Effect } from "../contract/effect.ts";
import type { Risk } from "../contract/tool.ts";
import type { Reason, Verdict } from "../contract/verdict.ts";
import { judge } from "./judge.ts";
import type { Layer, ToolNames } from "./layer.ts";
import { strictest } from "./strictest.ts";

/** A call as the log recorded it when it was judged. */
interface RecordedCall {
  readonly tool: ToolNames & { readonly risk: Risk };
  readonly effects: readonly Effect[];
  readonly reasons: readonly Reason[];
}

/** How a recorded call would be judged with other global rules; what further layers said then still holds. */
export function rejudge({ tool, effects, reasons }: RecordedCall, global: Layer): Verdict {
  const { verdict, reasons: anew } = judge({ tool, effects }, [global]);
  const others = reasons.filter(({ layer }) => layer !== "global");
  return {
    verdict: others.reduce((held, { effect }) => strictest(held, effect), verdict),
    reasons: [...anew, ...others],
  };
}
