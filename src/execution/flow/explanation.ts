import type { RecordedOrigin } from "../../contract/origin.ts";
import { type Explanation, explainCall, signatureOf } from "../../flow/explain-call.ts";
import type { ExplainedCall } from "../../flow/explained-call.ts";
import type { RunOrigins } from "../../flow/run-origins.ts";
import type { CallOrigins } from "../../policy/layer.ts";

/** Where the arguments of one call came from; found out when somebody first asks. */
export interface CallExplanation extends CallOrigins {
  readonly found: Explanation;
  /** Whether the call was let through because of it. */
  readonly used: boolean;
  /** Where the arguments came from, for the log; `undefined` if nobody had to know. */
  readonly recorded: RecordedOrigin[] | undefined;
  /** What tells this call from others. */
  readonly signature: string;
  /** Takes note that the call runs because of it. False if another call has used that up meanwhile. */
  claim(): boolean;
}

/** Explains a call of a run, lazily. A call that was let through once is not explained a second time: the user asked for one. */
export function explanationOf(call: ExplainedCall, origins: RunOrigins): CallExplanation {
  let found: Explanation | undefined;
  let signature: string | undefined;
  let used = false;
  let planned = false;
  const explanation = {
    get found() {
      found ??= explainCall(call, origins);
      return found;
    },
    get recorded() {
      return found?.origins.map(({ value: _value, ...origin }) =>
        planned && origin.asks ? { ...origin, from: "planned" as const, asks: false } : origin,
      );
    },
    get used() {
      return used;
    },
    get signature() {
      signature ??= signatureOf(call);
      return signature;
    },
    isExplained() {
      const said = explanation.found.why.length === 0 && !origins.spent.has(explanation.signature);
      planned = !said && origins.plan.covering(call) !== undefined;
      used = said || planned;
      return used;
    },
    claim() {
      if (planned) return origins.plan.take(call) !== undefined;
      if (origins.spent.has(explanation.signature)) return false;
      // To look again at one's own service tells nobody anything.
      if (call.tool.flow.changes !== "nothing") origins.spent.add(explanation.signature);
      return true;
    },
  };
  return explanation;
}
