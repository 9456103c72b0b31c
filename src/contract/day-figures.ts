/** What happened on one day. */
export interface DayFigures {
  /** `2026-11-15`, in UTC. */
  readonly day: string;
  readonly runs: number;
  /** Calls that ran to an end, good or bad. */
  readonly calls: number;
  readonly failures: number;
  /** Calls that a person or the policy refused; they are neither calls nor failures above. */
  readonly refused: number;
  /** Calls that were stopped before they ended. */
  readonly stopped: number;
  readonly averageMs: number;
  readonly p95Ms: number;
  readonly modelRequests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Tokens that models were spared: definitions that were not shown, and outputs that were cut. */
  readonly tokensSaved: number;
  readonly asked: number;
  readonly approved: number;
  readonly denied: number;
  /** Questions that nobody answered in time. */
  readonly expired: number;
  /** Questions whose call was stopped before anybody answered. */
  readonly withdrawn: number;
  /** Questions that nobody had to be asked because a grant covered them. */
  readonly granted: number;
}
