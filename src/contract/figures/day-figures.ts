/** The statistics of one day. */
export interface DayFigures {
  /** `2026-11-15`, in UTC. */
  readonly day: string;
  readonly runs: number;
  /** Calls that ran to an end, successful or not. */
  readonly calls: number;
  readonly failures: number;
  /** Calls that a person or the policy refused. They count neither as calls nor as failures. */
  readonly refused: number;
  /** Calls that were stopped before they ended. */
  readonly stopped: number;
  readonly averageMs: number;
  readonly p95Ms: number;
  readonly modelRequests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Tokens saved by leaving out tool definitions and truncating outputs. */
  readonly tokensSaved: number;
  readonly asked: number;
  readonly approved: number;
  readonly denied: number;
  /** Questions that expired without an answer. */
  readonly expired: number;
  /** Questions whose call was stopped before an answer. */
  readonly withdrawn: number;
  /** Calls that a grant covered, so that nobody was asked. */
  readonly granted: number;
}
