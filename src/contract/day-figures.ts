/** What happened on one day. */
export interface DayFigures {
  /** `2026-11-15`, in UTC. */
  readonly day: string;
  readonly runs: number;
  readonly calls: number;
  readonly failures: number;
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
  /** Questions that nobody had to be asked because a grant covered them. */
  readonly granted: number;
}
