import { existsSync, statSync, watch } from "node:fs";
import { dirname } from "node:path";
import { type LogRecord, readLog } from "./read-log.ts";

const POLL_MS = 250;

interface FollowOptions {
  readonly signal: AbortSignal;
  /** Whether somebody may still write to the log. */
  readonly isOpen: () => boolean;
}

/** The records of a log and then those that are added, until nobody writes to it any more or the signal aborts. */
export async function* followLog(path: string, { signal, isOpen }: FollowOptions): AsyncIterable<LogRecord> {
  let seen = -1;
  let size = -1;
  for (let open = true; open && !signal.aborted; ) {
    // Asked before reading: what is written in between is read, or the next round reads it.
    open = isOpen();
    const now = existsSync(path) ? statSync(path).size : 0;
    if (now !== size) {
      size = now;
      for await (const record of readLog(path)) {
        if (record.seq <= seen) continue;
        seen = record.seq;
        yield record;
      }
    }
    if (open) await change(dirname(path), signal);
  }
}

// Watching tells at once; the timer covers file systems that do not tell.
function change(folder: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const watcher = existsSync(folder) ? watch(folder) : undefined;
    const done = () => {
      clearTimeout(timer);
      watcher?.close();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, POLL_MS);
    watcher?.on("change", done).on("error", done);
    signal.addEventListener("abort", done, { once: true });
  });
}
