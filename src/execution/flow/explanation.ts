import type { RecordedOrigin } from "../../contract/origin.ts";
import { type ExplainedCall, type Explanation, explainCall, signatureOf } from "../../flow/explain-call.ts";
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
}

/** Explains a call of a run, lazily. A call that was let through once is not explained a second time: the user asked for one. */
export function explanationOf(call: ExplainedCall, origins: RunOrigins): CallExplanation {
  let found: Explanation | undefined;
  let signature: string | undefined;
  let used = false;
  const explanation = {
    get found() {
      found ??= explainCall(call, origins);
      return found;
    },
    get recorded() {
      return found?.origins.map(({ value: _value, ...origin }) => origin);
    },
    get used() {
      return used;
    },
    get signature() {
      signature ??= signatureOf(call);
      return signature;
    },
    isExplained() {
      used = explanation.found.why.length === 0 && !origins.spent.has(explanation.signature);
      return used;
    },
  };
  return explanation;
}
