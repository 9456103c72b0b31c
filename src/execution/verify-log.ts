import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { genesis, unsealRecord } from "./log-record.ts";

/** The answer of `log verify`. */
export interface LogCheck {
  readonly ok: boolean;
  readonly records: number;
  /** The first record that is not as it was written: its place counting from 1, and what is wrong with it. */
  readonly firstBad?: { readonly record: number; readonly problem: string };
  /** Set when the last line was cut short by a crash; everything before it is intact. */
  readonly torn?: boolean;
}

export interface LogExpectation {
  readonly runId: string;
  /** What the store last knew of the log: fewer records than this means that the end was cut off. */
  readonly head?: { readonly records: number; readonly hash: string };
}

/** Checks every record against its own hash, its number and the record before it, and the end against the store. */
export async function verifyLog(path: string, { runId, head }: LogExpectation): Promise<LogCheck> {
  let previous = genesis(runId);
  let records = 0;
  const bad = (problem: string): LogCheck => ({
    ok: false,
    records,
    firstBad: { record: records + 1, problem },
  });

  const { lines, complete } = readLines(path);
  let pending: string | undefined;
  for await (const line of lines) {
    if (pending !== undefined) {
      const problem = findProblem(pending, records, previous);
      if (problem !== undefined) return bad(problem);
      records++;
      previous = unsealRecord(pending)?.hash ?? previous;
      if (head?.records === records && head.hash !== previous)
        return bad("was written anew: the store knows another");
    }
    pending = line;
  }
  if (pending !== undefined) {
    const problem = findProblem(pending, records, previous);
    if (problem !== undefined)
      return complete() ? bad(problem) : shortened({ ok: true, records, torn: true }, head);
    records++;
    previous = unsealRecord(pending)?.hash ?? previous;
    if (head?.records === records && head.hash !== previous)
      return bad("was written anew: the store knows another");
  }
  return shortened({ ok: true, records }, head);
}

function shortened(check: LogCheck, head: LogExpectation["head"]): LogCheck {
  if (head === undefined || check.records >= head.records) return check;
  const problem = `was removed with all after it: the store knows ${head.records} records`;
  return { ok: false, records: check.records, firstBad: { record: check.records + 1, problem } };
}

function findProblem(line: string, records: number, previous: string): string | undefined {
  const record = unsealRecord(line);
  if (record === undefined) return "is not a record of a harbour log";
  if (!record.intact) return "was changed: its content does not give its hash";
  if (record.seq > records) return `was removed: record ${record.seq + 1} stands in its place`;
  if (record.seq < records) return `was reordered: record ${record.seq + 1} stands in its place`;
  if (record.previous !== previous) return "was changed or moved: it does not follow the record before it";
  return undefined;
}

function readLines(path: string): { lines: AsyncIterable<string>; complete: () => boolean } {
  let last = 10;
  const stream = createReadStream(path);
  stream.on("data", (chunk) => {
    last = typeof chunk === "string" ? chunk.charCodeAt(chunk.length - 1) : (chunk.at(-1) ?? last);
  });
  return {
    lines: createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }),
    complete: () => last === 10,
  };
}
