import { readLogLines } from "./log-lines.ts";
import { genesis, type UnsealedRecord, unsealRecord } from "./log-record.ts";

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
  let torn = false;
  for await (const { line, complete } of readLogLines(path)) {
    torn = !complete;
    if (torn) break;
    const record = unsealRecord(line);
    const problem = findProblem(record, records, previous);
    if (record === undefined || problem !== undefined) return bad(problem ?? "");
    if (head?.records === records + 1 && head.hash !== record.hash)
      return bad("was written anew: the store knows another");
    previous = record.hash;
    records++;
  }
  if (head !== undefined && head.records > records) {
    const what = torn ? "was cut short" : "was removed with all after it";
    return bad(`${what}: the store knows ${head.records} records`);
  }
  return torn ? { ok: true, records, torn } : { ok: true, records };
}

function findProblem(
  record: UnsealedRecord | undefined,
  records: number,
  previous: string,
): string | undefined {
  if (record === undefined) return "is not a record of a harbour log";
  if (!record.intact) return "was changed: its content does not give its hash";
  if (record.seq > records) return `was removed: record ${record.seq + 1} stands in its place`;
  if (record.seq < records) return `was reordered: record ${record.seq + 1} stands in its place`;
  if (record.previous !== previous) return "was changed or moved: it does not follow the record before it";
  return undefined;
}
