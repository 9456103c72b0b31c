import { join } from "node:path";
import type { Store } from "../../store/store.ts";
import { defined } from "../../support/defined.ts";
import { takeLock } from "../../support/process/lock-file.ts";
import { compressLog, isCompressible, LOG_FILE, removeEmptyFolder } from "../log/compressed-log.ts";
import { LOCK_FILE } from "../log/harbour-log.ts";
import { ENDED } from "./prune-runs.ts";

const PAGE = 500;

/** The result of a compression. */
export interface CompressReport {
  readonly runs: number;
  /** The number of bytes saved. */
  readonly saved: number;
}

interface CompressOptions {
  readonly runsFolder: string;
  store(): Promise<Pick<Store, "runs">>;
  /** Only runs that began before this time are compressed. */
  readonly before: number;
  readonly signal?: AbortSignal | undefined;
}

/** Compresses the logs of old, finished runs. They can be read, verified and reopened as before. */
export async function compressRuns(options: CompressOptions): Promise<CompressReport> {
  const { runs } = await options.store();
  let [count, saved] = [0, 0];
  for (let before: string | undefined, found = PAGE; found === PAGE; ) {
    const page = await runs.list({ limit: PAGE, ...defined({ before }) });
    for (const run of page) {
      if (options.signal?.aborted === true) return { runs: count, saved };
      if (run.startedAt >= options.before || !ENDED.includes(run.status)) continue;
      const less = await compressOne(join(options.runsFolder, run.id));
      if (less !== 0) count++;
      saved += less;
    }
    before = page.at(-1)?.id;
    found = page.length;
  }
  return { runs: count, saved };
}

// Reopening the run takes the same lock.
async function compressOne(folder: string): Promise<number> {
  const path = join(folder, LOG_FILE);
  if (!isCompressible(path)) return 0;
  const lock = takeLock(join(folder, LOCK_FILE));
  if ("heldBy" in lock) return 0;
  try {
    return await compressLog(path);
  } finally {
    lock.release();
    // The folder stays if it holds more than the log, or if a process has just taken the lock.
    await removeEmptyFolder(folder);
  }
}
