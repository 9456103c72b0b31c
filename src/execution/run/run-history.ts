import { existsSync } from "node:fs";
import { join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import type { Run } from "../../contract/run.ts";
import type { Store } from "../../store/store.ts";
import { defined } from "../../support/defined.ts";
import { lockHolder } from "../../support/lock-file.ts";
import type { LogCheck, VerifyRunOptions } from "../anchor/verify-run.ts";
import { followLog } from "../log/follow-log.ts";
import { LOCK_FILE } from "../log/harbour-log.ts";
import { type LogRecord, readLog, readLogEnd } from "../log/read-log.ts";
import { openObservationStore } from "../observation/observation-store.ts";
import type { RecordedChange } from "./recorded-changes.ts";
import { openRunFiles, type RunFiles } from "./run-files.ts";
import { isRunId } from "./run-id.ts";

/** What was done: the runs there are, and the log and observations of each. */
export interface RunHistory {
  /** Newest first. A run whose process is gone without ending it is shown as interrupted. */
  list(page: { limit: number; before?: string; user?: string }): Promise<Run[]>;
  /** One run; `not_found` when there is none of this id. */
  get(runId: string): Promise<Run>;
  read(runId: string): AsyncIterable<LogRecord>;
  readEnd(runId: string, page: { limit: number; before?: number }): Promise<LogRecord[]>;
  follow(runId: string, options: { signal: AbortSignal }): AsyncIterable<LogRecord>;
  verify(runId: string): Promise<LogCheck>;
  observation(runId: string, ref: string): Promise<string>;
  /** The calls that changed files, the latest first. */
  changes(page: { limit: number; user?: string }): Promise<RecordedChange[]>;
  /** What lies under a run, as bytes. */
  files(runId: string): RunFiles;
}

/** What a history reads besides the folders of its runs. */
interface HistoryOptions extends Pick<VerifyRunOptions, "home" | "witnesses" | "signer"> {
  store(): Promise<Store>;
  /** Settles when the ends of all finished runs are chained, also of those whose process is gone. */
  chained(): Promise<void>;
}

/** Opens the history of a home. */
export function openRunHistory(runsFolder: string, options: HistoryOptions): RunHistory {
  const { store } = options;
  const folderOf = (runId: string) => {
    const folder = join(runsFolder, runId);
    if (isRunId(runId) && existsSync(folder)) return folder;
    throw noSuchRun(runId);
  };
  const logOf = (runId: string) => join(folderOf(runId), "events.jsonl");
  const isOpen = (runId: string) => lockHolder(join(runsFolder, runId, LOCK_FILE)) !== undefined;
  const withTrueStatus = (run: Run): Run => {
    const lost = run.status === "open" && !isOpen(run.id);
    return lost ? { ...run, status: "interrupted" } : run;
  };
  const history: RunHistory = {
    list: async (page) => (await (await store()).runs.list(page)).map(withTrueStatus),
    async get(runId) {
      const run = isRunId(runId) ? await (await store()).runs.get(runId) : undefined;
      if (run !== undefined) return withTrueStatus(run);
      throw noSuchRun(runId);
    },
    read: (runId) => readLog(logOf(runId)),
    readEnd: (runId, page) => readLogEnd(logOf(runId), page),
    follow: (runId, { signal }) => followLog(logOf(runId), { signal, isOpen: () => isOpen(runId) }),
    async verify(runId) {
      const log = logOf(runId);
      await options.chained();
      const run = await (await store()).runs.get(runId);
      const stored = defined({ stored: run });
      const { verifyRun } = await import("../anchor/verify-run.ts");
      return verifyRun({ ...options, runId, log, ...stored });
    },
    files: (runId) => openRunFiles(folderOf(runId)),
    changes: async (page) =>
      (await import("./recorded-changes.ts")).recordedChanges(history, runsFolder, page),
    observation: async (runId, ref) => openObservationStore(folderOf(runId)).get(ref),
  };
  return history;
}

function noSuchRun(runId: string): DejimaError {
  return new DejimaError(
    "not_found",
    `Cannot find run "${runId.slice(0, 100)}": \`dejima log list\` shows the runs there are`,
    { runId },
  );
}
