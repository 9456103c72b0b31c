import type { Conversation, Turn } from "../contract/user/conversation.ts";
import type { TeamDocument, TeamVersion, TeamVersionSummary } from "../contract/user/team.ts";
import type { EventLag } from "./event-lag.ts";

/** One line of the log of a run. */
export interface LogRow {
  readonly seq: number;
  /** The JSON text of the record, without a line end. */
  readonly line: string;
}

/** A transient event after a record: a piece of text, or progress. */
export interface LogPiece {
  /** The number of the record. */
  readonly seq: number;
  /** Counts the pieces after a record. A later holder of the run uses larger numbers. */
  readonly part: number;
  /** The JSON text of the event. */
  readonly line: string;
}

/** The right to write to a run. The next claim of the run invalidates it, so a process that wakes up late can no longer write. */
export interface RunLease {
  readonly runId: string;
  /** Grows with each claim. */
  readonly token: number;
}

/** Where a reader is in the log of a run: the next line, and the last piece that was seen before it. */
export interface LogPosition {
  readonly runId: string;
  readonly seq: number;
  readonly part: number;
}

/** What a log has after a position, oldest first. */
export interface LogNews {
  readonly rows: LogRow[];
  readonly pieces: LogPiece[];
}

/** The logs of runs, readable by several machines. */
export interface LogTable {
  /** Adds lines, all or none. Rejects with `conflict` if the lease is no longer valid. */
  append(lease: RunLease, rows: readonly LogRow[]): Promise<void>;
  /** The lines from this number on, oldest first. */
  read(runId: string, page: { readonly from: number; readonly limit: number }): Promise<LogRow[]>;
  /**
   * The news of several logs in two statements: for each position the lines from `seq` on, at most `limit`, and the pieces after
   * the line before `seq`. A log without news is left out.
   */
  readAll(positions: readonly LogPosition[], limit: number): Promise<ReadonlyMap<string, LogNews>>;
  last(runId: string): Promise<LogRow | undefined>;
  /** Adds pieces after the last record, for current followers. The next record deletes them. */
  say(lease: RunLease, pieces: readonly LogPiece[]): Promise<void>;
  /** The pieces after this record and after this part. */
  said(runId: string, after: Pick<LogPiece, "seq" | "part">): Promise<LogPiece[]>;
  /** Deletes the logs of runs. */
  remove(runIds: readonly string[]): Promise<void>;
  /** Calls the listener soon after any process may have added lines to this log. */
  watch(runId: string, listener: () => void): () => void;
  /** The same for the logs of all runs. Called with `undefined` if notifications may have been missed. */
  watchAll(listener: (runId: string | undefined) => void): () => void;
}

interface ClaimOptions {
  /** A description of the claiming process. Empty if it only looks at the run: `holders` does not name it. */
  readonly holder: string;
  readonly forMs: number;
  /**
   * Does not claim a run whose process ended without releasing it, because `resumeLost` must still find that run. Default: no.
   */
  readonly onlyIfReleased?: boolean;
}

/** The assignment of runs to processes. */
export interface LeaseTable {
  /** Claims a run for a time. Returns `undefined` while another process holds it. */
  claim(runId: string, options: ClaimOptions): Promise<RunLease | undefined>;
  /** Extends leases. Returns the runs that are still held, and those that a person wants to stop. */
  renew(
    leases: readonly RunLease[],
    forMs: number,
  ): Promise<{ readonly held: ReadonlySet<string>; readonly stopping: ReadonlySet<string> }>;
  /** Releases a run at once. */
  release(lease: RunLease): Promise<void>;
  /** The processes that work on these runs now, by run. */
  holders(runIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Whether a process works on the run now and is still connected. A process that was killed holds its lease a little longer. */
  isAttended(runId: string): Promise<boolean>;
  /** The runs that a process holds. */
  held(): Promise<string[]>;
  /** How many leases are held, and how many are over whose runs nobody has taken over yet. */
  count(): Promise<{ readonly held: number; readonly expired: number }>;
  /** Asks the holder of a run to stop it. Returns whether the run has a holder. */
  requestStop(runId: string): Promise<boolean>;
  /** Calls the listener soon after a stop may have been requested. */
  watchStops(listener: () => void): () => void;
}

/** A process of the team that lives. */
export interface TeamNode {
  readonly id: string;
  readonly role: "web" | "worker";
  readonly host: string;
  /** Identifies the place where it keeps what runs leave behind: the same for all processes that share it. */
  readonly files: string;
}

/** The processes of a team. */
export interface NodeTable {
  /** Says that a process lives. Rows of processes that were silent for a day are removed. */
  beat(node: TeamNode): Promise<void>;
  leave(id: string): Promise<void>;
  /** The processes that are connected and were heard of within this time, by the clock of the database. */
  alive(withinMs: number): Promise<TeamNode[]>;
}

/** Sends one statement: on any connection, or inside a transaction. */
export type SendSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

/** Where a job waits. */
interface JobPlace {
  readonly priority: number;
  /** The jobs that wait for each other: those of one person. */
  readonly group: string;
}

/** The database access of the job queue. */
export interface SqlAccess {
  readonly send: SendSql;
  /** The tenant of the jobs. This access can neither see nor add jobs of other tenants. */
  readonly tenant: string;
  /** Lets `install` create the tables of a schema as their owner, and adds row-level security between tenants to them. */
  prepareQueue(schema: string, install: (send: SendSql) => Promise<void>): Promise<void>;
  /** For how long the oldest job of a queue has waited for a worker, in milliseconds; 0 if none waits. */
  oldestJobMs(schema: string, queue: string): Promise<number>;
  /**
   * The place of a run's next job in a queue: equal shares for people, instead of the order of arrival. Larger priorities come
   * first. A job follows those of the same owner that wait already, and none of them keeps other owners waiting.
   */
  jobPlace(
    job: {
      readonly schema: string;
      readonly queue: string;
      readonly runId: string;
      readonly begins: boolean;
    },
    send: SendSql,
  ): Promise<JobPlace>;
  /** Listens to the notifications of a channel. `onReconnect` is called whenever some may have been missed. */
  listen(
    channel: string,
    onNotification: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<{ close(): Promise<void> }>;
}

/** The parameters for a worker that starts a run whose message another machine accepted. */
interface BeginOptions {
  readonly mode?: string | undefined;
  readonly place?: string | undefined;
  readonly thinking?: boolean | undefined;
  readonly model?: string | undefined;
  readonly persona?: string | undefined;
  readonly user: string;
  readonly door: string;
  /** Whether the message is the first of its conversation. */
  readonly begins: boolean;
}

/** Work on a run, for any free worker. */
export interface RunJob {
  readonly runId: string;
  /** Set if the run has not started yet. */
  readonly begin?: BeginOptions;
  /** The earliest start time, in milliseconds, by the clock of the process that adds the job. */
  readonly notBefore?: number;
  /** The question whose time is over when the job starts. */
  readonly expires?: string;
  /** Set if the process of the run has ended, or if the process of the answer had time to make the call. */
  readonly lost?: boolean;
}

/** Adds a job through the given connection, so that the job exists if and only if the transaction is committed. */
export type AddJob = (job: RunJob, send: SendSql) => Promise<void>;

/** The versions of a team's documents. A version is never changed or removed. */
export interface VersionTable {
  /** Adds the version that follows `after`. Rejects with `conflict` if it already exists because another machine was faster. */
  add(
    version: Pick<TeamVersion, "name" | "text" | "by" | "change">,
    options: { readonly after: number },
  ): Promise<TeamVersion>;
  latest(name: TeamDocument): Promise<TeamVersion | undefined>;
  /** The number of the latest version. 0 if there is none. */
  latestNumber(name: TeamDocument): Promise<number>;
  get(name: TeamDocument, number: number): Promise<TeamVersion | undefined>;
  /** Newest first, without their texts. */
  list(
    name: TeamDocument,
    page: { readonly limit: number; readonly before?: number | undefined },
  ): Promise<TeamVersionSummary[]>;
  /** Calls the listener soon after any process may have added a version. */
  watch(listener: () => void): () => void;
}

/** The services of a database that several machines share, besides the repositories. */
export interface SharedStore {
  readonly logs: LogTable;
  readonly versions: VersionTable;
  readonly leases: LeaseTable;
  readonly nodes: NodeTable;
  readonly lag: EventLag;
  readonly sql: SqlAccess;
  /** Stores a message and the job to process it, atomically. */
  accept(message: {
    readonly conversation: Conversation;
    readonly turn: Turn;
    readonly job: RunJob;
  }): Promise<void>;
  /** Adds a job without a message. */
  addJob(job: RunJob): Promise<void>;
  /** Adds jobs for runs whose process has not renewed its lease in time. Returns their number. */
  resumeLost(): Promise<number>;
  /**
   * Does work in one process at a time among all that call this with the same name. Waits for its turn. If the process or its
   * connection is lost, the signal of `work` aborts and another process starts the work. Settles when `signal` aborts.
   */
  oneOwner(
    name: string,
    work: (signal: AbortSignal) => Promise<void>,
    options: { readonly signal: AbortSignal },
  ): Promise<void>;
  /** Does work while no other process does work under this name. */
  exclusive<Result>(name: string, work: () => Result): Promise<Result>;
  /** Calls the listener when a connection that waits for notifications is lost. Returns a function that stops it. */
  onDisconnect(listener: () => void): () => void;
  /** Throws if the database does not answer within this time. */
  ping(timeoutMs: number): Promise<void>;
}
