import { existsSync } from "node:fs";
import { join } from "node:path";
import type { RunLease } from "../../store/shared-store.ts";
import { lockHolder, removeLock } from "../../support/lock-file.ts";
import { hasLog } from "./compressed-log.ts";
import { type HarbourLog, type HarbourLogOptions, LOCK_FILE, openHarbourLog } from "./harbour-log.ts";
import { followLog, type LogLine, type LogRecord, readLogLines } from "./read-log.ts";

/** How the log of a run is opened. */
export interface OpenLogOptions {
  readonly runId: string;
  /** Writes each record at once, whatever the config says. */
  readonly atOnce?: boolean;
  /** Called when another process has taken the run over: nothing more can be written here. */
  onLost?(): void;
  /** Called when a person at another machine wants the run stopped. */
  onStop?(): void;
}

/** Where the logs of runs are: in the folders of the home, or in a database that several machines use. */
export interface RunLogs {
  /** Opens the log of a run, new or existing, for one writer. Throws `conflict` while another has it. */
  open(options: OpenLogOptions): HarbourLog | Promise<HarbourLog>;
  /** Whether there is a log of this run. */
  has(runId: string): boolean | Promise<boolean>;
  lines(runId: string): AsyncIterable<LogLine>;
  /** Who writes it now, in words. */
  holder(runId: string): string | undefined | Promise<string | undefined>;
  /** The records and then those that are added, until nobody writes to it any more or the signal aborts. */
  follow(runId: string, options: { readonly signal: AbortSignal }): AsyncIterable<LogRecord>;
  /**
   * Does work while no other process can write to a run; `undefined` if one has it or is about to go on with it. Missing where
   * only processes of one machine could.
   */
  whileFree?<Result>(runId: string, work: (lease: RunLease) => Promise<Result>): Promise<Result | undefined>;
  /** Deletes the logs of runs. */
  remove(runIds: readonly string[]): Promise<void>;
  /** Settles when everything is where it belongs. */
  close(): Promise<void>;
}

interface DiskLogOptions extends Pick<HarbourLogOptions, "durability" | "redactor"> {
  readonly runsFolder: string;
  readonly closer: NonNullable<HarbourLogOptions["closer"]>;
  /** The file that names this process to others who use the home. */
  readonly processFile: string;
}

/** The logs in the folders of the runs. */
export function diskRunLogs(options: DiskLogOptions): RunLogs {
  const { runsFolder, durability, closer, processFile } = options;
  const folderOf = (runId: string) => join(runsFolder, runId);
  const pathOf = (runId: string) => join(folderOf(runId), "events.jsonl");
  const holder = (runId: string) => {
    const held = lockHolder(join(folderOf(runId), LOCK_FILE));
    return held === undefined ? undefined : `process ${held}`;
  };
  return {
    open: ({ runId, atOnce = false }) =>
      openHarbourLog({
        ...options,
        folder: folderOf(runId),
        runId,
        durability: atOnce ? "written" : durability,
      }),
    has: (runId) => hasLog(pathOf(runId)),
    lines: (runId) => linesOf(pathOf(runId)),
    holder,
    follow: (runId, { signal }) =>
      followLog(pathOf(runId), { signal, isOpen: () => holder(runId) !== undefined }),
    // They go with the folders of their runs.
    async remove() {},
    async close() {
      removeLock(processFile);
      await closer.done();
    },
  };
}

async function* linesOf(path: string): AsyncIterable<LogLine> {
  if (hasLog(path)) yield* readLogLines(path);
}

/** Whether a run has a folder in the home. */
export function hasRunFolder(runsFolder: string, runId: string): boolean {
  return existsSync(join(runsFolder, runId));
}
