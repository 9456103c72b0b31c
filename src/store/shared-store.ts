import type { Conversation, Turn } from "../contract/user/conversation.ts";
import type { TeamDocument, TeamVersion, TeamVersionSummary } from "../contract/user/team.ts";

/** One line of the log of a run. */
export interface LogRow {
  readonly seq: number;
  /** The JSON text of the record, without a line end. */
  readonly line: string;
}

/** Something that was only said after a record: a piece of text, progress. */
export interface LogPiece {
  /** The number of the record. */
  readonly seq: number;
  /** Counts what was said after it; those of a later holder of the run are larger. */
  readonly part: number;
  /** The JSON text of the event. */
  readonly line: string;
}

/** The right to write to a run. The next claim of the run makes it worthless: whoever wakes up late cannot write any more. */
export interface RunLease {
  readonly runId: string;
  /** Grows with each claim. */
  readonly token: number;
}

/** The logs of runs, where several machines can read them. */
export interface LogTable {
  /** Adds lines, all or none. Rejects with `conflict` if the lease is no longer valid. */
  append(lease: RunLease, rows: readonly LogRow[]): Promise<void>;
  /** The lines from a number on, oldest first. */
  read(runId: string, page: { readonly from: number; readonly limit: number }): Promise<LogRow[]>;
  last(runId: string): Promise<LogRow | undefined>;
  /** Adds what is said after the last record, for those who follow now: it is gone with the next record. */
  say(lease: RunLease, pieces: readonly LogPiece[]): Promise<void>;
  /** What was said after this record, from the part after this one on. */
  said(runId: string, after: Pick<LogPiece, "seq" | "part">): Promise<LogPiece[]>;
  /** Deletes the logs of runs. */
  remove(runIds: readonly string[]): Promise<void>;
  /** Calls the listener soon after lines may have been added to this log, whoever added them. */
  watch(runId: string, listener: () => void): () => void;
  /** The same for the logs of all runs; called without a run when news may have been missed. */
  watchAll(listener: (runId: string | undefined) => void): () => void;
}

interface ClaimOptions {
  /** The process that takes it, in words. */
  readonly holder: string;
  readonly forMs: number;
  /** Leaves a run alone whose process is gone without giving it back: `resumeLost` must still find it. Default: no. */
  readonly onlyIfReleased?: boolean;
}

/** Which process works on which run. */
export interface LeaseTable {
  /** Takes a run for a time; `undefined` while somebody else has it. */
  claim(runId: string, options: ClaimOptions): Promise<RunLease | undefined>;
  /** Extends leases. Returns the runs that are still held, and those that a person wants stopped. */
  renew(
    leases: readonly RunLease[],
    forMs: number,
  ): Promise<{ readonly held: ReadonlySet<string>; readonly stopping: ReadonlySet<string> }>;
  /** Gives a run free at once. */
  release(lease: RunLease): Promise<void>;
  /** Who has these runs now, by run. */
  holders(runIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The runs that somebody has. */
  held(): Promise<string[]>;
  /** Asks whoever has a run to stop it; whether somebody has it. */
  requestStop(runId: string): Promise<boolean>;
  /** Calls the listener soon after a stop may have been requested. */
  watchStops(listener: () => void): () => void;
}

/** Sends one statement: on any connection, or inside a transaction. */
export type SendSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

/** The database as the queue of jobs uses it. */
export interface SqlAccess {
  readonly send: SendSql;
  /** Whose jobs these are: no other tenant's can be seen or added through this access. */
  readonly tenant: string;
  /** Lets `install` make the tables of a schema as their owner, and puts the wall between tenants into them. */
  prepareQueue(schema: string, install: (send: SendSql) => Promise<void>): Promise<void>;
  /** Hears notifications of a channel; `onReconnect` is called whenever some may have been missed. */
  listen(
    channel: string,
    onNotification: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<{ close(): Promise<void> }>;
}

/** How a message that was taken at one machine is worked on at another. */
interface BeginOptions {
  readonly mode?: string | undefined;
  readonly place?: string | undefined;
  readonly thinking?: boolean | undefined;
  readonly model?: string | undefined;
  readonly persona?: string | undefined;
  readonly user: string;
  readonly door: string;
  /** Whether the message begins its conversation. */
  readonly begins: boolean;
}

/** Work on a run, for whichever worker is free. */
export interface RunJob {
  readonly runId: string;
  /** Set if the run has not begun yet. */
  readonly begin?: BeginOptions;
  /** Not before this time (milliseconds). */
  readonly notBefore?: number;
}

/** Adds a job through the given connection, so that it is there if and only if the transaction is committed. */
export type AddJob = (job: RunJob, send: SendSql) => Promise<void>;

/** What a team keeps, version by version. A version is never changed or removed. */
export interface VersionTable {
  /** Adds the version that follows `after`. Rejects with `conflict` if there is one already: somebody else was faster. */
  add(
    version: Pick<TeamVersion, "name" | "text" | "by" | "change">,
    options: { readonly after: number },
  ): Promise<TeamVersion>;
  latest(name: TeamDocument): Promise<TeamVersion | undefined>;
  /** The number of the latest version; 0 if there is none. */
  latestNumber(name: TeamDocument): Promise<number>;
  get(name: TeamDocument, number: number): Promise<TeamVersion | undefined>;
  /** Newest first, without their texts. */
  list(
    name: TeamDocument,
    page: { readonly limit: number; readonly before?: number | undefined },
  ): Promise<TeamVersionSummary[]>;
  /** Calls the listener soon after a version may have been added, by whichever process. */
  watch(listener: () => void): () => void;
}

/** What a database that several machines use has beside the repositories. */
export interface SharedStore {
  readonly logs: LogTable;
  readonly versions: VersionTable;
  readonly leases: LeaseTable;
  readonly sql: SqlAccess;
  /** Keeps a message and the job to work on it; both or none. */
  accept(message: {
    readonly conversation: Conversation;
    readonly turn: Turn;
    readonly job: RunJob;
  }): Promise<void>;
  /** Adds a job by itself. */
  addJob(job: RunJob): Promise<void>;
  /** Adds jobs for runs whose process has not renewed its lease in time; returns how many. */
  resumeLost(): Promise<number>;
  /**
   * Does work in one process at a time among all that ask under this name. Waits for its turn, and begins again elsewhere when
   * the process or its connection is gone: then the signal of `work` aborts. Settles when `signal` aborts.
   */
  oneOwner(
    name: string,
    work: (signal: AbortSignal) => Promise<void>,
    options: { readonly signal: AbortSignal },
  ): Promise<void>;
  /** Does work while no other process does work under this name. */
  exclusive<Result>(name: string, work: () => Result): Promise<Result>;
  /** Throws if the database does not answer within this time. */
  ping(timeoutMs: number): Promise<void>;
}
