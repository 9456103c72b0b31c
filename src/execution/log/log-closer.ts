import { closeSync, fsync, fsyncSync } from "node:fs";
import { DejimaError } from "../../contract/error.ts";
import { thrownText } from "../../support/thrown-text.ts";

/** Syncs logs to disk and closes them a moment later, in batches: each sync delays every file creation meanwhile. */
export interface LogCloser {
  /** Takes over an open file that is complete. */
  close(file: number, path: string): void;
  /** Resolves when all files are on disk. Throws the first failure. */
  done(): Promise<void>;
}

const BATCH_MS = 200;
const MAX_WAITING = 32;
/**
 * Maximum number of concurrent syncs. Beyond that the caller waits: a slow disk must not use up the file descriptors, of which
 * some systems give a process 256.
 */
const MAX_CONCURRENT_SYNCS = 96;

export function createLogCloser(): LogCloser {
  const waiting = new Map<number, string>();
  const syncing = new Set<Promise<void>>();
  const faults: unknown[] = [];
  let timer: NodeJS.Timeout | undefined;

  function begin(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [file, path] of waiting) {
      const closed = (syncing.size < MAX_CONCURRENT_SYNCS ? closeSynced(file, path) : closeNow(file, path))
        .catch((fault) => void faults.push(fault))
        .finally(() => syncing.delete(closed));
      syncing.add(closed);
    }
    waiting.clear();
  }

  return {
    close(file, path) {
      waiting.set(file, path);
      if (waiting.size >= MAX_WAITING) begin();
      else timer ??= setTimeout(begin, BATCH_MS).unref();
    },
    async done() {
      begin();
      await Promise.all(syncing);
      const [fault] = faults.splice(0);
      if (fault !== undefined) throw fault;
    },
  };
}

async function closeNow(file: number, path: string): Promise<void> {
  try {
    fsyncSync(file);
  } catch (cause) {
    throw notSynced(path, cause);
  } finally {
    closeSync(file);
  }
}

function closeSynced(file: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    fsync(file, (cause) => {
      closeSync(file);
      if (cause === null) return resolve();
      reject(notSynced(path, cause));
    });
  });
}

function notSynced(path: string, cause: unknown): DejimaError {
  const why = `Cannot sync the harbour log "${path}" to the disk: ${thrownText(cause)}`;
  return new DejimaError("io_error", why, { path }, { cause });
}
