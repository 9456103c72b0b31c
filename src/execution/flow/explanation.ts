import type { RecordedOrigin } from "../../contract/origin.ts";
import type { ExplainedCall } from "../../flow/call-leaves.ts";
import { signatureOf } from "../../flow/call-signature.ts";
import { type Explanation, explainCall } from "../../flow/explain-call.ts";
import type { RunOrigins } from "../../flow/run-origins.ts";
import type { CallOrigins } from "../../policy/layer.ts";

/** Where the arguments of one call came from. Computed on first access. */
export interface CallExplanation extends CallOrigins {
  readonly found: Explanation;
  /** Whether the call was allowed because of this explanation. */
  readonly used: boolean;
  /** The origins of the arguments, for the log. `undefined` if they were not needed. */
  readonly recorded: RecordedOrigin[] | undefined;
  /** Identifies this call among others. */
  readonly signature: string;
  /** Claims the explanation for this call. Returns false if another call has used it in the meantime. */
  claim(): boolean;
}

/** Explains a call of a run on first access. A call that was allowed once is not explained again: the user asked for one call. */
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
      signature ??= signatureOf(call, origins.records.aliasesOf);
      return signature;
    },
    isExplained() {
      const isFromUser = explanation.found.why.length === 0 && !origins.spent.has(explanation.signature);
      planned = !isFromUser && origins.plan.covering(call) !== undefined;
      used = isFromUser || planned;
      return used;
    },
    claim() {
      if (planned) return origins.plan.take(call) !== undefined;
      if (origins.spent.has(explanation.signature)) return false;
      // Reading from the same service again reveals nothing.
      if (call.tool.flow.changes === "nothing") return true;
      origins.spent.add(explanation.signature);
      // The call that was planned has been made: the plan does not allow it once more.
      origins.plan.take(call);
      return true;
    },
  };
  return explanation;
}
