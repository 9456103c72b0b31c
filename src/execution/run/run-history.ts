import { join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import type { Run, RunFilter } from "../../contract/run.ts";
import type { Store } from "../../store/store.ts";
import { defined } from "../../support/defined.ts";
import type { HeadChain } from "../anchor/head-chain.ts";
import type { PruneNote } from "../anchor/read-heads.ts";
import type { LogCheck, VerifyRunOptions } from "../anchor/verify-run.ts";
import { type LogRecord, readLogEnd, recordsOf } from "../log/read-log.ts";
import { hasRunFolder, type RunLogs } from "../log/run-logs.ts";
import { readObservation } from "../observation/run-stores.ts";
import type { RecordedChange } from "./changes/recorded-changes.ts";
import type { CompressReport } from "./compress-runs.ts";
import type { PruneOptions, PruneReport } from "./prune-runs.ts";
import type { RunBlobs } from "./run-blobs.ts";
import { openRunFiles, type RunFiles, sharedFiles } from "./run-files.ts";
import { isRunId } from "./run-id.ts";

/** Past runs, with the log and observations of each. */
export interface RunHistory {
  /** Newest first. An open run whose process is gone is shown as interrupted. */
  list(page: { limit: number; before?: string; user?: string } & RunFilter): Promise<Run[]>;
  /** One run. Throws `not_found` if no run has this id. */
  get(runId: string): Promise<Run>;
  read(runId: string): AsyncIterable<LogRecord>;
  /** The lines of its log as they were written, for a file that anybody can verify. */
  lines(runId: string): AsyncIterable<string>;
  readEnd(runId: string, page: { limit: number; before?: number }): Promise<LogRecord[]>;
  follow(runId: string, options: { signal: AbortSignal }): AsyncIterable<LogRecord>;
  verify(runId: string): Promise<LogCheck>;
  /** The runs known to the store or the chain of heads whose log is gone without having been pruned. */
  missing(): Promise<string[]>;
  /** Removes the files of old runs. Runs that have not ended are kept. For doors only; no tool can reach it. */
  prune(options: PruneOptions): Promise<PruneReport>;
  /** Compresses the logs of finished runs that began before a time. They can be read and verified as before. */
  compress(options: { before: number; signal?: AbortSignal }): Promise<CompressReport>;
  /** The pruned runs by id, as the chain of heads records them. */
  pruned(): Promise<ReadonlyMap<string, PruneNote>>;
  observation(runId: string, ref: string): Promise<string>;
  /** The calls that changed files or rows of a database, the latest first. */
  changes(page: { limit: number; user?: string }): Promise<RecordedChange[]>;
  /** The files of a run, as bytes. */
  files(runId: string): RunFiles;
}

/** What a history needs besides the folders of its runs. */
interface HistoryOptions extends Pick<VerifyRunOptions, "home" | "witnesses" | "signer"> {
  readonly logs: RunLogs;
  readonly blobs: RunBlobs | undefined;
  store(): Promise<Store>;
  /** Resolves when the ends of all finished runs are chained, including those whose process is gone. */
  chained(): Promise<void>;
  notePruned: HeadChain["notePruned"];
}

const PAGE = 500;

/** Opens the history of a home. */
export function openRunHistory(runsFolder: string, options: HistoryOptions): RunHistory {
  const { store, logs, blobs } = options;
  const folderOf = (runId: string) => {
    if (isRunId(runId)) return join(runsFolder, runId);
    throw runNotFound(runId);
  };
  const checked = async (runId: string) => {
    if (isRunId(runId) && (hasRunFolder(runsFolder, runId) || (await logs.has(runId)))) return runId;
    const isElsewhere =
      logs.whileFree !== undefined && isRunId(runId) && (await (await store()).runs.get(runId)) !== undefined;
    throw isElsewhere ? logElsewhere(runId) : runNotFound(runId);
  };
  const isOpen = async (runId: string) => (await logs.holder(runId)) !== undefined;
  const withTrueStatus = async (run: Run): Promise<Run> => {
    const lost = run.status === "open" && !(await isOpen(run.id));
    return lost ? { ...run, status: "interrupted" } : run;
  };
  const withTrueStatuses = (runs: readonly Run[]) => Promise.all(runs.map(withTrueStatus));
  const history: RunHistory = {
    async list(page) {
      const { runs } = await store();
      const wanted = page.statuses;
      if (wanted === undefined) return withTrueStatuses(await runs.list(page));
      // A run whose process is gone is still open in the store.
      const statuses = wanted.includes("interrupted") ? [...new Set([...wanted, "open" as const])] : wanted;
      const found: Run[] = [];
      for (let { before } = page, full = true; full && found.length < page.limit; ) {
        const some = await runs.list({ ...page, statuses, ...defined({ before }) });
        found.push(...(await withTrueStatuses(some)).filter(({ status }) => wanted.includes(status)));
        before = some.at(-1)?.id;
        full = some.length === page.limit;
      }
      return found.slice(0, page.limit);
    },
    async get(runId) {
      const run = isRunId(runId) ? await (await store()).runs.get(runId) : undefined;
      if (run !== undefined) return withTrueStatus(run);
      throw runNotFound(runId);
    },
    async *read(runId) {
      yield* recordsOf(logs.lines(await checked(runId)));
    },
    async *lines(runId) {
      for await (const { line, complete } of logs.lines(await checked(runId)))
        if (complete) yield `${line.toString()}\n`;
    },
    readEnd: async (runId, page) => readLogEnd(logs.lines(await checked(runId)), page),
    async *follow(runId, options) {
      yield* logs.follow(await checked(runId), options);
    },
    async verify(runId) {
      const log = logs.lines(await checked(runId));
      await options.chained();
      const run = await (await store()).runs.get(runId);
      const stored = defined({ stored: run });
      const { verifyRun } = await import("../anchor/verify-run.ts");
      return verifyRun({ ...options, runId, log, ...stored });
    },
    async missing() {
      await options.chained();
      const { HEADS_FILE, readHeads } = await import("../anchor/read-heads.ts");
      const { heads } = await readHeads(join(options.home, HEADS_FILE), () => true);
      const known = new Set(heads.map(({ runId }) => runId));
      const { runs } = await store();
      for (let before: string | undefined, page = PAGE; page === PAGE; ) {
        const some = await runs.list({ limit: PAGE, ...defined({ before }) });
        for (const { id } of some) known.add(id);
        before = some.at(-1)?.id;
        page = some.length;
      }
      const pruned = await history.pruned();
      const gone: string[] = [];
      for (const id of known) if (!pruned.has(id) && !(await logs.has(id))) gone.push(id);
      return gone.sort();
    },
    async prune(how) {
      // The ends of the logs must be in the chain of heads before the logs are removed.
      await options.chained();
      const { pruneRuns } = await import("./prune-runs.ts");
      return pruneRuns({ runsFolder, logs, blobs, store, isOpen, notePruned: options.notePruned }, how);
    },
    async compress(how) {
      await options.chained();
      const { compressRuns } = await import("./compress-runs.ts");
      return compressRuns({ runsFolder, store, ...how });
    },
    async pruned() {
      await options.chained();
      const { prunedRuns } = await import("../anchor/pruned-runs.ts");
      const noted = await prunedRuns(options.home, options.signer);
      const gone = new Map<string, PruneNote>();
      for (const [id, note] of noted) if (!(await logs.has(id))) gone.set(id, note);
      return gone;
    },
    files: (runId) => {
      const folder = folderOf(runId);
      return openRunFiles(folder, blobs && sharedFiles(runId, blobs, history.read));
    },
    changes: async (page) =>
      (await import("./changes/recorded-changes.ts")).recordedChanges(history, { runsFolder, blobs }, page),
    observation: async (runId, ref) => readObservation(runId, ref, { folder: folderOf(runId), blobs }),
  };
  return history;
}

/** The error for a run that the store knows and whose log is neither in the store nor here. */
function logElsewhere(runId: string): DejimaError {
  return new DejimaError(
    "not_found",
    `Cannot read the log of run "${runId}": it is neither in the store nor in this home. Without \`runs: workers\` the log of a run stays in the home of the machine that ran it: read it there, unless it was pruned`,
    { runId },
  );
}

function runNotFound(runId: string): DejimaError {
  return new DejimaError(
    "not_found",
    `Cannot find run "${runId.slice(0, 100)}": \`dejima log list\` shows the runs there are`,
    { runId },
  );
}
