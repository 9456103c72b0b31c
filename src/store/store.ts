import type { Approval } from "../contract/asking/approval.ts";
import type { Grant } from "../contract/asking/grant.ts";
import type { Execution } from "../contract/execution.ts";
import type {
  Spend,
  SpendGroup,
  SpendScope,
  SpendSum,
  SpendTeam,
  SpendTotal,
} from "../contract/figures/spend.ts";
import type { ListedMark, Mark, MarkKind } from "../contract/mark.ts";
import type { Run, RunFilter } from "../contract/run.ts";
import type { Conversation, Step, Turn } from "../contract/user/conversation.ts";
import type { Memory } from "../contract/user/memory.ts";
import type { MemoryType } from "../contract/user/memory-types.ts";
import type { Schedule } from "../contract/user/schedule.ts";
import type { RunLease, SharedStore } from "./shared-store.ts";

/** What must survive a restart. Asynchronous, because a driver may sit at the other end of a network. */
export interface Store {
  readonly runs: RunRepository;
  readonly statistics: StatisticsRepository;
  readonly documents: DocumentRepository;
  readonly conversations: ConversationRepository;
  readonly steps: StepRepository;
  readonly vectors: VectorRepository;
  readonly memories: MemoryRepository;
  readonly marks: MarkRepository;
  readonly approvals: Ledger<Approval>;
  readonly grants: Ledger<Grant>;
  readonly executions: Ledger<Execution>;
  readonly schedules: Ledger<Schedule>;
  readonly spends: SpendRepository;
  /** What several machines share; `undefined` for a store on one machine. */
  readonly shared?: SharedStore;
  /** Releases the driver's files. Every later call rejects with `io_error`; closing twice is fine. */
  close(): Promise<void>;
}

type RunPatch = Partial<Omit<Run, "id">>;

interface RunPage extends RunFilter {
  readonly limit: number;
  /** The id of the last run already seen; only older ones are returned. */
  readonly before?: string;
  /** Only the runs of this user; those of nobody in particular are "local"'s. */
  readonly user?: string;
}

export interface RunRepository {
  /** Rejects with `conflict` when the id is taken. */
  create(run: Run): Promise<void>;
  /** Rejects with `not_found` if the run does not exist, and with `conflict` if the lease, where one is given, is not valid. */
  update(id: string, patch: RunPatch, lease?: RunLease): Promise<void>;
  get(id: string): Promise<Run | undefined>;
  /** Newest first. */
  list(page: RunPage): Promise<Run[]>;
  /** The runs with records that are not in the chain of heads, oldest first. A run that is opened again is among them. */
  unchained(page: { readonly limit: number; readonly after?: string }): Promise<Run[]>;
  /** Notes how many records of each run are in the chain of heads; all or none. Unknown runs are passed over. */
  noteChained(heads: readonly { readonly runId: string; readonly records: number }[]): Promise<void>;
}

/** How one call of a tool went. */
export interface Sample {
  readonly tool: string;
  readonly ok: boolean;
  readonly durationMs: number;
}

export interface ToolStatistics {
  readonly tool: string;
  readonly count: number;
  readonly failures: number;
  readonly averageMs: number;
  /** Off by less than 5 %: kept as a histogram. */
  readonly p95Ms: number;
}

export interface StatisticsRepository {
  /** Adds all samples or none. */
  record(samples: readonly Sample[]): Promise<void>;
  /** By name of the tool. */
  all(): Promise<ToolStatistics[]>;
  /** Adds to the counters of days; all or none. */
  count(counts: readonly DayCount[]): Promise<void>;
  /** The counters from a day on, by day and name. */
  days(from: string): Promise<DayCount[]>;
}

/** One counter of one day (`2026-11-15`, in UTC). */
export interface DayCount {
  readonly day: string;
  readonly name: string;
  readonly value: number;
}

interface StoredDocument {
  readonly key: string;
  readonly value: unknown;
}

/** Small JSON values by collection and key, for features that need no queries of their own. */
export interface DocumentRepository {
  /** Rejects with `invalid_input` when the value is not JSON. */
  put(collection: string, key: string, value: unknown): Promise<void>;
  get(collection: string, key: string): Promise<unknown>;
  /** Whether there was one. */
  delete(collection: string, key: string): Promise<boolean>;
  /** In the order of the keys' UTF-8 bytes. */
  list(
    collection: string,
    options?: { readonly prefix?: string; readonly limit?: number },
  ): Promise<StoredDocument[]>;
}

/** Conversations and their turns. */
export interface ConversationRepository {
  /** Adds it, or replaces what is known of it. */
  put(conversation: Conversation): Promise<void>;
  get(id: string): Promise<Conversation | undefined>;
  /** The one something was last said in comes first. */
  list(page: ConversationPage): Promise<Conversation[]>;
  /** Removes it with its turns; whether there was one. Its runs and their logs stay. */
  delete(id: string): Promise<boolean>;
  /** Adds a turn, or replaces it; one that is replaced keeps its place. Rejects with `conflict` if the lease, where one is given, is not valid. */
  putTurn(turn: Turn, lease?: RunLease): Promise<void>;
  turn(runId: string): Promise<Turn | undefined>;
  /** The last `limit` turns of a conversation, oldest first; with `before`, those before this run's. */
  turns(conversationId: string, page: { readonly limit: number; readonly before?: string }): Promise<Turn[]>;
}

interface ConversationPage {
  readonly limit: number;
  /** The id of the last one already seen; only those that follow it are returned. */
  readonly before?: string;
  readonly user?: string;
  /** Only those in whose title, messages or answers this stands; capital or small Latin letters are the same. */
  readonly text?: string;
}

interface AppendOptions {
  readonly clean?: (json: string) => string;
  readonly lease?: RunLease | undefined;
}

/** What the workflow of a run has done so far, so that another process can go on with it. */
export interface StepRepository {
  /**
   * Adds all or none. Rejects with `conflict` when the run has a step with one of these numbers: somebody else is going on
   * with it. The same if a lease of the run is given that is no longer valid. Their JSON text goes through `clean` before it is
   * stored.
   */
  append(steps: readonly Step[], options?: AppendOptions): Promise<void>;
  /** Oldest first. */
  list(runId: string): Promise<Step[]>;
}

/** Vectors that belong together: what is indexed, and the embedder that made them. */
export interface VectorSpaceName {
  readonly collection: string;
  readonly embedder: string;
}

/** Vectors as bytes, by the hash of what they stand for. What is lost can be made again. */
export interface VectorRepository {
  /** The bytes of those hashes that are known. */
  read(space: VectorSpaceName, hashes: readonly string[]): Promise<Map<string, Uint8Array>>;
  /** Adds or replaces all of them, or none. */
  write(space: VectorSpaceName, vectors: ReadonlyMap<string, Uint8Array>): Promise<void>;
  /** Deletes the vectors of the space that are not to be kept; says how many there were. */
  prune(space: VectorSpaceName, keep: Iterable<string>): Promise<number>;
  /** The embedders that a collection has vectors of, by name. */
  embedders(collection: string): Promise<{ readonly embedder: string; readonly count: number }[]>;
}

export interface MarkPage {
  readonly limit: number;
  readonly kind?: MarkKind | undefined;
  /** Only marks of an earlier revision. */
  readonly before?: number | undefined;
}

/** The marks on stored content, by kind and key. A mark without sources is a cleared one. */
export interface MarkRepository {
  /** Adds or replaces marks, all or none. */
  put(marks: readonly Mark[]): Promise<void>;
  /** Marks that were not cleared, the latest first. */
  list(page: MarkPage): Promise<ListedMark[]>;
  /** What was put after a revision, in that order, cleared ones included. */
  changedSince(revision: number): Promise<{ readonly revision: number; readonly marks: readonly Mark[] }>;
}

/** What was spent in each scope that a spend counts for. */
export type SpendTotals = Readonly<Partial<Record<SpendScope | `team ${string}`, SpendTotal>>>;

/** What calls of models cost. */
export interface SpendRepository {
  /**
   * Adds a spend if `admit` agrees to what was spent before it in each of its scopes; nobody adds another one in between. `open`
   * counts the reservations that may still be settled at the time of the spend. `scopes` names what is added up, teams with their
   * members; default: all scopes of the spend, and no teams.
   */
  reserve(
    spend: Spend,
    admit: (totals: SpendTotals) => boolean,
    scopes?: readonly (SpendScope | SpendTeam)[],
  ): Promise<{ readonly admitted: boolean; readonly totals: SpendTotals }>;
  /** Replaces a spend. Rejects with `not_found` if there is none with its id. */
  settle(spend: Spend): Promise<void>;
  /** What was spent in each of these, or in each scope that this spend would count for. */
  totals(spend: Spend, scopes?: readonly (SpendScope | SpendTeam)[]): Promise<SpendTotals>;
  /** What was spent from a day on, by everybody, in one run or for one purpose, the dearest first. */
  sums(by: SpendGroup, from: string, only?: Partial<Pick<Spend, "runId" | "purpose">>): Promise<SpendSum[]>;
}

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

/** The memory of one user that says one thing. */
interface MemoryKey {
  readonly user: string;
  /** Equal for texts that say the same. */
  readonly fingerprint: string;
}

export interface MemoryPage {
  readonly limit: number;
  readonly type?: MemoryType | undefined;
  /** The id of the last one already seen; only older ones are returned. */
  readonly before?: string | undefined;
}

/** What is remembered, by user. A user has at most one memory of each fingerprint. */
export interface MemoryRepository {
  /**
   * Replaces the memory of this key by what `work` makes of it, or of nothing when there is none; nobody changes it in
   * between. When `work` throws, it stays as it is.
   */
  tell(key: MemoryKey, work: (held: Memory | undefined) => Memory): Promise<Memory>;
  /** Replaces those that there are by what `work` makes of them; all or none. */
  change(user: string, ids: readonly string[], work: (held: Memory) => Memory): Promise<void>;
  get(user: string, id: string): Promise<Memory | undefined>;
  /** Newest first. */
  list(user: string, page: MemoryPage): Promise<Memory[]>;
  /** A number that grows with everything that is told, changed or deleted: as long as it stays, nothing has happened. */
  changes(user: string): Promise<number>;
  /** What was told or changed after a revision, and how many there are in all: fewer than known means that some are gone. */
  changedSince(
    user: string,
    revision: number,
  ): Promise<{ readonly revision: number; readonly count: number; readonly memories: readonly Memory[] }>;
  ids(user: string): Promise<string[]>;
  /** Erases them; says which there were. */
  delete(user: string, ids: readonly string[]): Promise<string[]>;
}
