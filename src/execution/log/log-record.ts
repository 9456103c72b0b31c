import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { sha256 } from "../../support/lazy-crypto.ts";

/** The hash at the start of a run's chain, in place of a previous record's. */
export function genesis(runId: string): string {
  return sha256(`dejima harbour log ${runId}`);
}

interface RecordPosition {
  readonly seq: number;
  /** Hash of the record before this one. */
  readonly previous: string;
}

/** Turns the JSON text of an event into a log line with its number, the previous hash and its own hash. */
export function sealRecord(
  eventJson: string,
  { seq, previous }: RecordPosition,
): { line: string; hash: string } {
  const content = `{"seq":${seq},"prev":"${previous}",${eventJson.slice(1)}`;
  const hash = sha256(content);
  return { line: `${content.slice(0, -1)},"hash":"${hash}"}\n`, hash };
}

export interface UnsealedRecord {
  readonly seq: number;
  readonly previous: string;
  readonly hash: string;
  /** Whether the content still matches its hash. */
  readonly intact: boolean;
}

const TAIL_LENGTH = `,"hash":""}`.length + 64;
const TAIL = /^,"hash":"([0-9a-f]{64})"\}$/;
const HEAD_LENGTH = 120;
const HEAD = /^\{"seq":(\d{1,15}),"prev":"([0-9a-f]{64})",/;

/** Parses the chain fields of a line. Returns `undefined` if the line is not a record. */
export function unsealRecord(line: Buffer): UnsealedRecord | undefined {
  const [, hash] = TAIL.exec(line.subarray(-TAIL_LENGTH).toString("latin1")) ?? [];
  const [, seq, previous] = HEAD.exec(line.subarray(0, HEAD_LENGTH).toString("latin1")) ?? [];
  if (hash === undefined || seq === undefined || previous === undefined) return undefined;
  const intact = sha256(Buffer.concat([line.subarray(0, -TAIL_LENGTH), Buffer.from("}")])) === hash;
  return { seq: Number(seq), previous, hash, intact };
}

/**
 * The end of a log's chain, so that writing can continue. A last line that a crash has cut short is moved to a separate file
 * beside the log. Returns `undefined` if the log has no record yet.
 */
export function recoverLogEnd(path: string): { records: number; hash: string } | undefined {
  const content = readFileSync(path);
  const end = content.lastIndexOf(10) + 1;
  if (end < content.length) {
    const torn = content.subarray(end);
    const name = `events.torn-${end}-${sha256(torn).slice(0, 8)}`;
    writeFileSync(join(dirname(path), name), torn, { mode: 0o600 });
    truncateSync(path, end);
  }
  if (end === 0) return undefined;
  const begin = end === 1 ? 0 : content.lastIndexOf(10, end - 2) + 1;
  const record = unsealRecord(content.subarray(begin, end - 1));
  if (record === undefined) {
    throw new DejimaError(
      "conflict",
      `Cannot continue writing "${path}": its last line is not a record. Run \`dejima log verify\` on this run`,
      { path },
    );
  }
  return { records: record.seq + 1, hash: record.hash };
}
