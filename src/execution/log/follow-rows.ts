import { DejimaError } from "../../contract/error.ts";
import type { LogPiece, LogTable } from "../../store/shared-store.ts";
import { type LogRecord, parseRecord } from "./read-log.ts";

const PAGE = 500;

/** The records of a log from a number on, as they arrive, and the pieces after the last record. Ends when the log is complete or the signal aborts. */
export async function* followRows(
  logs: LogTable,
  runId: string,
  { from: first, part: seen, signal, mayGrow, onNew }: FollowRows,
): AsyncGenerator<{ readonly records: readonly LogRecord[]; readonly pieces: readonly LogPiece[] }> {
  let from = first;
  let part = seen ?? 0;
  let caughtUp = false;
  const change = watchChanges((listener) => logs.watch(runId, listener), signal);
  try {
    for (let open = true; open && !signal.aborted; ) {
      const changed = change.next();
      // Checked before reading: whatever is written in between is read now or in the next round.
      open = (await ifAvailable(mayGrow())) ?? true;
      for (let full = true; full && !signal.aborted; ) {
        const rows = (await ifAvailable(logs.read(runId, { from, limit: PAGE }))) ?? [];
        full = rows.length === PAGE;
        from = (rows.at(-1)?.seq ?? from - 1) + 1;
        const records = rows.flatMap(({ line }) => parseRecord(line) ?? []);
        if (records.length > 0) {
          part = 0;
          if (caughtUp) for (const { at } of records) onNew?.(at);
          yield { records, pieces: [] };
        }
      }
      caughtUp = true;
      if (open && seen !== undefined && !signal.aborted) {
        const pieces = (await ifAvailable(logs.said(runId, { seq: from - 1, part }))) ?? [];
        part = pieces.at(-1)?.part ?? part;
        if (pieces.length > 0) yield { records: [], pieces };
      }
      if (open) await changed;
    }
  } finally {
    change.stop();
  }
}

/** Returns `undefined` while the database is unavailable. The follower waits, and its next read finds what has arrived. */
async function ifAvailable<Value>(query: Promise<Value>): Promise<Value | undefined> {
  try {
    return await query;
  } catch (error) {
    if (error instanceof DejimaError && error.code === "server_unavailable") return undefined;
    throw error;
  }
}

interface FollowRows {
  readonly from: number;
  /** The last seen piece after the previous record. Default: only records are wanted. */
  readonly part?: number;
  readonly signal: AbortSignal;
  /** Called with the time of each record that was added while this follows, when it has been read. */
  onNew?(at: string): void;
  /** Whether more may be added. */
  mayGrow(): Promise<boolean>;
}

/** Waits for changes, one after the other, without missing one in between. */
function watchChanges(watch: (listener: () => void) => () => void, signal: AbortSignal) {
  let pending = Promise.withResolvers<void>();
  const signalChange = () => pending.resolve();
  const unwatch = watch(signalChange);
  signal.addEventListener("abort", signalChange);
  return {
    next() {
      pending = Promise.withResolvers();
      if (signal.aborted) pending.resolve();
      return pending.promise;
    },
    stop() {
      unwatch();
      signal.removeEventListener("abort", signalChange);
    },
  };
}
