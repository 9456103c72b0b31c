import { existsSync, statSync, watch } from "node:fs";
import { dirname } from "node:path";
import type { HarbourEvent } from "../../contract/event.ts";
import { hasLog, readLogBytes } from "./compressed-log.ts";

/** An event as the log stores it, with its place in the chain. */
export type LogRecord = HarbourEvent & { readonly seq: number; readonly prev: string; readonly hash: string };

/** The records of a log file, oldest first. Lines that are not JSON are skipped; `verifyLog` reports them. */
async function* readLog(path: string): AsyncIterable<LogRecord> {
  if (hasLog(path)) yield* recordsOf(readLogLines(path));
}

/** The records in the lines of a log. Lines that are not JSON are skipped. */
export async function* recordsOf(lines: AsyncIterable<LogLine>): AsyncIterable<LogRecord> {
  for await (const { line, complete } of lines) {
    const record = complete ? parseRecord(line.toString()) : undefined;
    if (record !== undefined) yield record;
  }
}

/** The last `limit` records before a seq, oldest first. */
export async function readLogEnd(
  lines: AsyncIterable<LogLine>,
  { limit, before = Number.POSITIVE_INFINITY }: { limit: number; before?: number },
): Promise<LogRecord[]> {
  const latest: LogRecord[] = [];
  for await (const record of recordsOf(lines)) {
    if (record.seq >= before) break;
    latest.push(record);
    if (latest.length > limit) latest.shift();
  }
  return latest;
}

/** Parses one line of a log. Returns `undefined` if it is not JSON. */
export function parseRecord(line: string): LogRecord | undefined {
  try {
    // Only the harbour log writes this file. `log verify` detects changes by others.
    return JSON.parse(line) as LogRecord;
  } catch {
    return undefined;
  }
}

/** One line of a log, as bytes: decoding could make different bytes equal. */
export interface LogLine {
  readonly line: Buffer;
  /** False for a last line without an end, as a crash leaves it. */
  readonly complete: boolean;
}

const LINE_FEED = 10;

/** The lines of a log. Only a line feed ends a line, because text may contain all other line ends. */
export async function* readLogLines(path: string): AsyncIterable<LogLine> {
  let begun: Buffer[] = [];
  for await (const chunk of readLogBytes(path)) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      const end = chunk.subarray(from, at);
      yield { line: begun.length === 0 ? end : Buffer.concat([...begun, end]), complete: true };
      begun = [];
      from = at + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield { line: Buffer.concat(begun), complete: false };
}

const POLL_MS = 250;

interface FollowOptions {
  readonly signal: AbortSignal;
  /** Whether somebody may still write to the log. */
  readonly isOpen: () => boolean;
}

/** The records of a log, then the added ones, until nobody writes to it any more or the signal aborts. */
export async function* followLog(path: string, { signal, isOpen }: FollowOptions): AsyncIterable<LogRecord> {
  let seen = -1;
  let size = -1;
  for (let open = true; open && !signal.aborted; ) {
    // Checked before reading: whatever is written in between is read now or in the next round.
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

// Watching reports a change at once. The timer covers file systems that do not report changes.
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
