import type { Effect } from "../../../src/contract/effect.ts";
import type { EventOf, QuestionEnd } from "../../../src/contract/event.ts";
import type { Reason, VerdictKind } from "../../../src/contract/verdict.ts";

/** One call as a card shows it. */
export interface Call {
  readonly callId: string;
  readonly runId: string;
  readonly tool: string;
  readonly params: unknown;
  /** The URI of the interface that the tool's server shows for it. */
  readonly interface?: string | undefined;
  readonly risk: string | undefined;
  readonly effects: readonly Effect[];
  readonly verdict: VerdictKind | undefined;
  readonly reasons: readonly Reason[];
  readonly startedAt: string;
  /** Its output so far. */
  readonly live: string;
  readonly progress?: { readonly message?: string | undefined; readonly fraction?: number | undefined };
  readonly question?: Question;
  readonly result?: EventOf<"call-end">["result"];
  readonly durationMs?: number;
  /** What it has cost, if its tool costs. */
  readonly spent?: EventOf<"call-end">["spent"];
  readonly undone?: readonly string[];
  /** The calls that it made, if it is a program. */
  readonly inner?: readonly Call[];
}

/** The question about a call, and its answer once there is one. */
interface Question {
  readonly id: string | undefined;
  readonly answer?: QuestionEnd;
  readonly by?: string;
  readonly grant?: string | undefined;
}
