import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { RunLease } from "../../store/shared-store.ts";
import { lockHolder, removeLock } from "../../support/process/lock-file.ts";
import { compressedName, hasLog, LOG_FILE } from "./compressed-log.ts";
import { type HarbourLog, type HarbourLogOptions, LOCK_FILE, openHarbourLog } from "./harbour-log.ts";
import { followLog, type LogLine, type LogRecord, readLogLines } from "./read-log.ts";

/** Options for opening the log of a run. */
export interface OpenLogOptions {
  readonly runId: string;
  /** Writes each record at once, whatever the config says. */
  readonly atOnce?: boolean;
  /** Whether the folder of the run was made just now. */
  readonly fresh?: boolean;
  /** Called when another process has taken over the run: nothing more can be written here. */
  onLost?(): void;
  /** Called when a person at another machine wants to stop the run. */
  onStop?(): void;
}

/** The storage of the logs: folders of the home, or a database that several machines share. */
export interface RunLogs {
  /** Opens the log of a run, new or existing, for one writer. Throws `conflict` while another process has it open. */
  open(options: OpenLogOptions): HarbourLog | Promise<HarbourLog>;
  /** Whether the run has a log. */
  has(runId: string): boolean | Promise<boolean>;
  lines(runId: string): AsyncIterable<LogLine>;
  /** The current writer, in words. */
  holder(runId: string): string | undefined | Promise<string | undefined>;
  /**
   * Whether a living process writes to the run. It may differ from `holder` for a few seconds after a process was killed. Absent if
   * it never differs.
   */
  isAttended?(runId: string): Promise<boolean>;
  /** The records, then the added ones, until nobody writes any more or the signal aborts. */
  follow(runId: string, options: { readonly signal: AbortSignal }): AsyncIterable<LogRecord>;
  /**
   * Runs work while no other process can write to a run. Returns `undefined` if a process has the run or is about to continue
   * it. Absent if only processes of one machine could write.
   */
  whileFree?<Result>(
    runId: string,
    work: (lease: RunLease | undefined) => Promise<Result>,
  ): Promise<Result | undefined>;
  remove(runIds: readonly string[]): Promise<void>;
  /** Resolves when everything is stored. */
  close(): Promise<void>;
}

interface DiskLogOptions extends Pick<HarbourLogOptions, "durability" | "redactor"> {
  readonly runsFolder: string;
  readonly closer: NonNullable<HarbourLogOptions["closer"]>;
  /** The file that identifies this process to others that use the home. */
  readonly processFile: string;
}

/** The logs in the folders of the runs. */
export function diskRunLogs(options: DiskLogOptions): RunLogs {
  const { runsFolder, durability, closer, processFile } = options;
  const folderOf = (runId: string) => join(runsFolder, runId);
  const pathOf = (runId: string) => join(folderOf(runId), LOG_FILE);
  const holder = (runId: string) => {
    const pid = lockHolder(join(folderOf(runId), LOCK_FILE));
    return pid === undefined ? undefined : `process ${pid}`;
  };
  return {
    open: ({ runId, atOnce = false, fresh = false }) =>
      openHarbourLog({
        ...options,
        folder: folderOf(runId),
        runId,
        fresh,
        durability: atOnce ? "written" : durability,
      }),
    has: (runId) => hasLog(pathOf(runId)),
    lines: (runId) => linesOf(pathOf(runId)),
    holder,
    follow: (runId, { signal }) =>
      followLog(pathOf(runId), { signal, isOpen: () => holder(runId) !== undefined }),
    // Plain logs are deleted with the folders of their runs.
    async remove(runIds) {
      for (const runId of runIds) await rm(compressedName(pathOf(runId)), { force: true });
    },
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
