import { existsSync } from "node:fs";
import type { HarbourEvent } from "../../contract/event.ts";
import { readLogLines } from "./log-lines.ts";

/** An event as the log holds it, with its place in the chain. */
export type LogRecord = HarbourEvent & { readonly seq: number; readonly prev: string; readonly hash: string };

/** The records of a log file, oldest first. Lines that are no JSON are passed over: verifying is another matter. */
export async function* readLog(path: string): AsyncIterable<LogRecord> {
  if (!existsSync(path)) return;
  for await (const { line, complete } of readLogLines(path)) {
    const record = complete ? parse(line.toString()) : undefined;
    if (record !== undefined) yield record;
  }
}

/** The last `limit` records before a seq, oldest first. */
export async function readLogEnd(
  path: string,
  { limit, before = Number.POSITIVE_INFINITY }: { limit: number; before?: number },
): Promise<LogRecord[]> {
  const kept: LogRecord[] = [];
  for await (const record of readLog(path)) {
    if (record.seq >= before) break;
    kept.push(record);
    if (kept.length > limit) kept.shift();
  }
  return kept;
}

function parse(line: string): LogRecord | undefined {
  try {
    // The file is written by the harbour log alone; `log verify` is what tells when somebody else has been at it.
    return JSON.parse(line) as LogRecord;
  } catch {
    return undefined;
  }
}
