/** What every entry of a ledger has; the rest is up to its kind. */
export interface LedgerEntry {
  readonly id: string;
  readonly runId: string;
  readonly status: string;
}

interface LedgerPage<Entry extends LedgerEntry> {
  readonly limit: number;
  readonly status?: Entry["status"];
  readonly runId?: string;
  /** The id of the last entry already seen; only older ones are returned. */
  readonly before?: string;
}

/**
 * Entries that several processes change, each change in one step, and that can be waited for. What `create` and `change`
 * have promised survives a crash of the machine.
 */
export interface Ledger<Entry extends LedgerEntry> {
  /** Rejects with `conflict` when the id is taken. */
  create(entry: Entry): Promise<void>;
  get(id: string): Promise<Entry | undefined>;
  /** Newest first. */
  list(page: LedgerPage<Entry>): Promise<Entry[]>;
  /**
   * Replaces an entry by what `work` makes of it; nobody changes it in between. When `work` gives nothing or throws, it
   * stays as it is. Returns the entry as it is afterwards; rejects with `not_found` when there is none.
   */
  change(id: string, work: (held: Entry) => Entry | undefined): Promise<Entry>;
  /** What was created or changed after a revision, in that order; without one, only the revision as it is now. */
  changedSince(revision?: number): Promise<{ readonly revision: number; readonly entries: readonly Entry[] }>;
  /** Calls the listener soon after something may have changed, in whatever process. */
  watch(listener: () => void): () => void;
}
