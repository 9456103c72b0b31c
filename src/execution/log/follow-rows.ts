import { DejimaError } from "../../contract/error.ts";
import type { LogPiece, LogTable } from "../../store/shared-store.ts";
import { type LogRecord, parseRecord } from "./read-log.ts";

const PAGE = 500;

/** The records of a log from a number on, as they come, and what is said after the last; ends when nothing more is to come or the signal aborts. */
export async function* followRows(
  logs: LogTable,
  runId: string,
  { from: first, part: seen, signal, goesOn }: FollowRows,
): AsyncGenerator<{ readonly records: readonly LogRecord[]; readonly pieces: readonly LogPiece[] }> {
  let from = first;
  let part = seen ?? 0;
  const change = watchChanges((listener) => logs.watch(runId, listener), signal);
  try {
    for (let open = true; open && !signal.aborted; ) {
      const changed = change.next();
      // Asked before reading: what is written in between is read, or the next round reads it.
      open = (await unlessAway(goesOn())) ?? true;
      for (let full = true; full && !signal.aborted; ) {
        const rows = (await unlessAway(logs.read(runId, { from, limit: PAGE }))) ?? [];
        full = rows.length === PAGE;
        from = (rows.at(-1)?.seq ?? from - 1) + 1;
        const records = rows.flatMap(({ line }) => parseRecord(line) ?? []);
        if (records.length > 0) {
          part = 0;
          yield { records, pieces: [] };
        }
      }
      if (open && seen !== undefined && !signal.aborted) {
        const pieces = (await unlessAway(logs.said(runId, { seq: from - 1, part }))) ?? [];
        part = pieces.at(-1)?.part ?? part;
        if (pieces.length > 0) yield { records: [], pieces };
      }
      if (open) await changed;
    }
  } finally {
    change.stop();
  }
}

/** While the database is away, whoever follows a log waits: the next look finds what has come. */
async function unlessAway<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof DejimaError && error.code === "server_unavailable") return undefined;
    throw error;
  }
}

interface FollowRows {
  readonly from: number;
  /** What was seen of what is said after the record before. Default: only records are wanted. */
  readonly part?: number;
  readonly signal: AbortSignal;
  /** Whether something may still be added. */
  goesOn(): Promise<boolean>;
}

/** Waits for changes, one after the other, without missing one that comes in between. */
function watchChanges(watch: (listener: () => void) => () => void, signal: AbortSignal) {
  let news = Promise.withResolvers<void>();
  const tell = () => news.resolve();
  const unwatch = watch(tell);
  signal.addEventListener("abort", tell);
  return {
    next() {
      news = Promise.withResolvers();
      if (signal.aborted) news.resolve();
      return news.promise;
    },
    stop() {
      unwatch();
      signal.removeEventListener("abort", tell);
    },
  };
}
