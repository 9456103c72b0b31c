import { closeSync, fsync, fsyncSync } from "node:fs";
import { DejimaError } from "../../contract/error.ts";
import { thrownText } from "../../support/thrown-text.ts";

/** Syncs logs to the disk and closes them, a moment later and together: whoever creates a file meanwhile waits for each sync. */
export interface LogCloser {
  /** Takes over an open file that nothing more is written to. */
  close(file: number, path: string): void;
  /** Settles when all that was taken is on the disk; throws what failed first. */
  done(): Promise<void>;
}

const GATHER_MS = 200;
const MOST_WAITING = 100;
/** Files whose sync is under way. Beyond that the caller waits: a slow disk must not use up all that a process may open. */
const MOST_GOING = 400;

/** Makes one that has nothing to do. */
export function createLogCloser(): LogCloser {
  const waiting = new Map<number, string>();
  const going = new Set<Promise<void>>();
  const faults: unknown[] = [];
  let timer: NodeJS.Timeout | undefined;

  function begin(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [file, path] of waiting) {
      const closed = (going.size < MOST_GOING ? closeSynced(file, path) : closeNow(file, path))
        .catch((fault) => void faults.push(fault))
        .finally(() => going.delete(closed));
      going.add(closed);
    }
    waiting.clear();
  }

  return {
    close(file, path) {
      waiting.set(file, path);
      if (waiting.size >= MOST_WAITING) begin();
      else timer ??= setTimeout(begin, GATHER_MS).unref();
    },
    async done() {
      begin();
      await Promise.all(going);
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
