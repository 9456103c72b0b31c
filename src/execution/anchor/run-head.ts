/** The end of a finished run's log: how many records it has, and the hash of the last one. */
export interface RunHead {
  readonly runId: string;
  readonly records: number;
  readonly head: string;
  /** Set when the process of the run was gone before it could chain the head: another one did so later. */
  readonly late?: boolean;
}

/** The end of the chain of heads, which covers every head before it. */
export interface ChainTip {
  /** How many records the chain has. */
  readonly records: number;
  /** The hash of its last record. */
  readonly hash: string;
  readonly at: string;
}

/** The file in the home that chains the heads of all its runs. */
export const HEADS_FILE = "heads.jsonl";

/** The file in the home that keeps what witnesses answered. */
export const RECEIPTS_FILE = "heads-receipts.jsonl";

/** What the chain of heads begins with, in place of the hash of a record before the first. */
export const HEADS_GENESIS = "dejima heads";
