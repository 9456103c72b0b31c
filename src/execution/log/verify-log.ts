import { genesis, type UnsealedRecord, unsealRecord } from "./log-record.ts";
import { type LogLine, readLogLines } from "./read-log.ts";

/** The result of checking a log from its first record to its last. */
export interface RecordsCheck {
  readonly ok: boolean;
  readonly records: number;
  /** The first bad record: its place counting from 1, and what is wrong with it. */
  readonly firstBad?: { readonly record: number; readonly problem: string };
  /** Set if a crash cut the last line short. Everything before it is intact. */
  readonly torn?: boolean;
}

/** An end of the log that was recorded elsewhere at the time of writing. */
export interface RecordedHead {
  /** Where it was recorded: "the store", "the chain of heads". */
  readonly by: string;
  readonly records: number;
  readonly hash: string;
}

interface LogExpectation {
  readonly runId: string;
  /** Fewer records than one of these mean that the end was cut off; another hash means that the log was rewritten. */
  readonly known?: readonly RecordedHead[];
  /** The status with which the run ended, if it did. Its log must agree. */
  readonly status?: string;
}

const BEGIN_LENGTH = 130;
const RUN_END = /^\{"seq":\d{1,15},"prev":"[0-9a-f]{64}","type":"run-end"/;

/** Checks every record of a log (its lines, or the path of its file) against its hash, its number, the previous record and the known heads. */
export async function verifyLog(
  log: string | AsyncIterable<LogLine>,
  { runId, known = [], status }: LogExpectation,
): Promise<RecordsCheck> {
  let previous = genesis(runId);
  let records = 0;
  let end: Buffer | undefined;
  const bad = (problem: string): RecordsCheck => ({
    ok: false,
    records,
    firstBad: { record: records + 1, problem },
  });
  let torn = false;
  for await (const { line, complete } of typeof log === "string" ? readLogLines(log) : log) {
    torn = !complete;
    if (torn) break;
    const record = unsealRecord(line);
    const problem = findProblem(record, records, previous);
    if (record === undefined || problem !== undefined) return bad(problem ?? "");
    const other = known.find((head) => head.records === records + 1 && head.hash !== record.hash);
    if (other !== undefined) return bad(`was rewritten: ${other.by} has another`);
    if (RUN_END.test(line.subarray(0, BEGIN_LENGTH).toString("latin1"))) end = line;
    previous = record.hash;
    records++;
  }
  const longer = known.find((head) => head.records > records);
  if (longer !== undefined) {
    const what = torn ? "was cut short" : "was removed with all after it";
    return bad(`${what}: ${longer.by} has ${longer.records} records`);
  }
  if (status !== undefined && (end === undefined || JSON.parse(end.toString()).status !== status))
    return bad(`is missing: the store says that the run ended (${status}), and the log does not`);
  return torn ? { ok: true, records, torn } : { ok: true, records };
}

function findProblem(
  record: UnsealedRecord | undefined,
  records: number,
  previous: string,
): string | undefined {
  if (record === undefined) return "is not a record of a harbour log";
  if (!record.intact) return "was changed: its content does not give its hash";
  if (record.seq > records) return `was removed: record ${record.seq + 1} took its place`;
  if (record.seq < records) return `was reordered: record ${record.seq + 1} took its place`;
  if (record.previous !== previous) return "was changed or moved: it does not follow the record before it";
  return undefined;
}
