import { closeSync, fsync } from "node:fs";
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
      const closed = closeSynced(file, path)
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

function closeSynced(file: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    fsync(file, (cause) => {
      closeSync(file);
      if (cause === null) return resolve();
      const why = `Cannot sync the harbour log "${path}" to the disk: ${thrownText(cause)}`;
      reject(new DejimaError("io_error", why, { path }, { cause }));
    });
  });
}
