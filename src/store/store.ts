import type { Approval } from "../contract/asking/approval.ts";
import type { Grant } from "../contract/asking/grant.ts";
import type { Execution } from "../contract/execution.ts";
import type { ListedMark, Mark, MarkKind } from "../contract/mark.ts";
import type { Run, RunFilter } from "../contract/run.ts";
import type { Conversation, Step, Turn } from "../contract/user/conversation.ts";
import type { Memory, MemoryType } from "../contract/user/memory.ts";
import type { Schedule } from "../contract/user/schedule.ts";
import type { RunLease, SharedStore } from "./shared-store.ts";
import type { SpendRepository } from "./spend-repository.ts";

/** The data that must survive a restart. All methods are asynchronous, because a driver may use a network. */
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
  /** The services that several machines share. `undefined` for a store on one machine. */
  readonly shared?: SharedStore;
  /** Releases the driver's files. Every later call rejects with `io_error`. Closing twice is allowed. */
  close(): Promise<void>;
}

type RunPatch = Partial<Omit<Run, "id">>;

interface RunPage extends RunFilter {
  readonly limit: number;
  /** The id of the last run already seen. Only older ones are returned. */
  readonly before?: string;
  /** Only the runs of this user. Runs without a user belong to "local". */
  readonly user?: string;
}

/** The turn that a run works on, and its conversation. */
export interface RunTurn {
  readonly conversation: Conversation;
  readonly turn: Turn;
}

export interface RunRepository {
  /**
   * Adds a run. With a turn, adds or replaces the turn and its conversation, too: all or none. Rejects with `conflict` if the id already
   * exists, or if a lease is given and not valid.
   */
  create(run: Run, begun?: RunTurn & { readonly lease?: RunLease | undefined }): Promise<void>;
  /** Rejects with `not_found` if the run does not exist, and with `conflict` if a lease is given and not valid. */
  update(id: string, patch: RunPatch, lease?: RunLease): Promise<void>;
  get(id: string): Promise<Run | undefined>;
  /** Newest first. */
  list(page: RunPage): Promise<Run[]>;
  /** The runs with records that are not in the chain of heads, oldest first. This includes reopened runs. */
  unchained(page: { readonly limit: number; readonly after?: string }): Promise<Run[]>;
  /** Stores how many records of each run are in the chain of heads, all or none. Ignores unknown runs. */
  noteChained(heads: readonly { readonly runId: string; readonly records: number }[]): Promise<void>;
}

/** The result of one tool call. */
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
  /** Calculated from a histogram, with an error below 5 %. */
  readonly p95Ms: number;
}

export interface StatisticsRepository {
  /** Adds all samples or none. */
  record(samples: readonly Sample[]): Promise<void>;
  /** Sorted by the name of the tool. */
  all(): Promise<ToolStatistics[]>;
  /** Adds to the counters of days, all or none. */
  count(counts: readonly DayCount[]): Promise<void>;
  /** The counters from this day on, sorted by day and name. */
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
  /** Rejects with `invalid_input` if the value is not JSON. */
  put(collection: string, key: string, value: unknown): Promise<void>;
  get(collection: string, key: string): Promise<unknown>;
  /** Returns whether the document existed. */
  delete(collection: string, key: string): Promise<boolean>;
  /** Sorted by the UTF-8 bytes of the keys. */
  list(
    collection: string,
    options?: { readonly prefix?: string; readonly limit?: number },
  ): Promise<StoredDocument[]>;
}

/** Conversations and their turns. */
export interface ConversationRepository {
  /** Adds or replaces a conversation. */
  put(conversation: Conversation): Promise<void>;
  get(id: string): Promise<Conversation | undefined>;
  /** The conversation with the latest turn comes first. */
  list(page: ConversationPage): Promise<Conversation[]>;
  /** Removes a conversation with its turns. Returns whether it existed. Its runs and their logs stay. */
  delete(id: string): Promise<boolean>;
  /** Adds or replaces a turn. A replaced turn keeps its position. Rejects with `conflict` if a lease is given and not valid. */
  putTurn(turn: Turn, lease?: RunLease): Promise<void>;
  turn(runId: string): Promise<Turn | undefined>;
  /** The last `limit` turns of a conversation, oldest first. With `before`, only turns before the turn of that run. */
  turns(conversationId: string, page: { readonly limit: number; readonly before?: string }): Promise<Turn[]>;
}

interface ConversationPage {
  readonly limit: number;
  /** The id of the last conversation already seen. Only those that follow it are returned. */
  readonly before?: string;
  readonly user?: string;
  /** Only conversations whose title, messages or answers contain this text. Latin letters match regardless of case. */
  readonly text?: string;
}

interface AppendOptions {
  /** Redacts JSON text. `data` is what the text was made from. */
  readonly clean?: (json: string, data: unknown) => string;
  readonly lease?: RunLease | undefined;
  /** The turn that ends with these steps. It is stored together with them. */
  readonly turn?: Turn | undefined;
}

/** The completed steps of a run's workflow, so that another process can continue it. */
export interface StepRepository {
  /**
   * Adds all steps or none. Rejects with `conflict` if the run already has a step with one of these numbers, because another
   * process is continuing it, or if a lease is given that is no longer valid. The JSON text of steps and turn passes through
   * `clean` before it is stored.
   */
  append(steps: readonly Step[], options?: AppendOptions): Promise<void>;
  /** Oldest first. */
  list(runId: string): Promise<Step[]>;
}

/** A group of vectors: the indexed collection, and the embedder that created them. */
export interface VectorSpaceName {
  readonly collection: string;
  readonly embedder: string;
}

/** Vectors as bytes, by the hash of the content that they represent. Lost vectors can be computed again. */
export interface VectorRepository {
  /** The bytes of the known hashes among these. */
  read(space: VectorSpaceName, hashes: readonly string[]): Promise<Map<string, Uint8Array>>;
  /** Adds or replaces all vectors or none. */
  write(space: VectorSpaceName, vectors: ReadonlyMap<string, Uint8Array>): Promise<void>;
  /** Deletes all vectors of the space except those in `keep`. Returns the number of deleted ones. */
  prune(space: VectorSpaceName, keep: Iterable<string>): Promise<number>;
  /** The embedders with vectors in a collection, sorted by name. */
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
  /** Adds or replaces all marks or none. */
  put(marks: readonly Mark[]): Promise<void>;
  /** Marks that were not cleared, latest first. */
  list(page: MarkPage): Promise<ListedMark[]>;
  /** The marks that were put after a revision, in that order, including cleared ones. */
  changedSince(revision: number): Promise<{ readonly revision: number; readonly marks: readonly Mark[] }>;
}

/** The fields that every ledger entry has. Each kind adds its own. */
export interface LedgerEntry {
  readonly id: string;
  readonly runId: string;
  readonly status: string;
}

interface LedgerPage<Entry extends LedgerEntry> {
  readonly limit: number;
  readonly status?: Entry["status"];
  readonly runId?: string;
  /** The id of the last entry already seen. Only older ones are returned. */
  readonly before?: string;
}

/**
 * Entries that several processes change atomically and can wait for. A completed `create` or `change` survives a crash of the
 * machine.
 */
export interface Ledger<Entry extends LedgerEntry> {
  /** Rejects with `conflict` if the id already exists. */
  create(entry: Entry): Promise<void>;
  get(id: string): Promise<Entry | undefined>;
  /** Newest first. */
  list(page: LedgerPage<Entry>): Promise<Entry[]>;
  /**
   * Replaces an entry with the result of `work`. No other process changes it in between. If `work` returns `undefined` or throws,
   * the entry stays unchanged. Returns the resulting entry. Rejects with `not_found` if the entry does not exist.
   */
  change(id: string, work: (entry: Entry) => Entry | undefined): Promise<Entry>;
  /** The entries that were created or changed after a revision, in that order. Without a revision, only the current revision. */
  changedSince(revision?: number): Promise<{ readonly revision: number; readonly entries: readonly Entry[] }>;
  /** Calls the listener soon after any process may have changed an entry. */
  watch(listener: () => void): () => void;
}

/** The key of one memory of one user. */
interface MemoryKey {
  readonly user: string;
  /** Equal for texts with the same content. */
  readonly fingerprint: string;
}

export interface MemoryPage {
  readonly limit: number;
  readonly type?: MemoryType | undefined;
  /** The id of the last memory already seen. Only older ones are returned. */
  readonly before?: string | undefined;
}

/** Memories by user. A user has at most one memory with each fingerprint. */
export interface MemoryRepository {
  /**
   * Replaces the memory with this key by the result of `work`, which gets `undefined` if there is none. No other process changes
   * it in between. If `work` throws, the memory stays unchanged.
   */
  tell(key: MemoryKey, work: (former: Memory | undefined) => Memory): Promise<Memory>;
  /** Replaces the existing ones of these memories with the results of `work`, all or none. */
  change(user: string, ids: readonly string[], work: (memory: Memory) => Memory): Promise<void>;
  get(user: string, id: string): Promise<Memory | undefined>;
  /** Newest first. */
  list(user: string, page: MemoryPage): Promise<Memory[]>;
  /** A number that grows with each stored, changed or deleted memory. As long as it is the same, nothing has changed. */
  changes(user: string): Promise<number>;
  /**
   * The memories stored or changed after a revision, and the total number. A total below the known number means that some were
   * deleted.
   */
  changedSince(
    user: string,
    revision: number,
  ): Promise<{ readonly revision: number; readonly count: number; readonly memories: readonly Memory[] }>;
  ids(user: string): Promise<string[]>;
  /** Deletes these memories. Returns the ids of those that existed. */
  delete(user: string, ids: readonly string[]): Promise<string[]>;
}
