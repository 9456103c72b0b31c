import { sha256 } from "../../support/sha256.ts";

/** What the chain of a run begins with, in place of a hash of a record before the first. */
export function genesis(runId: string): string {
  return sha256(`dejima harbour log ${runId}`);
}

interface RecordPosition {
  readonly seq: number;
  /** Hash of the record before this one. */
  readonly previous: string;
}

/** Turns the JSON text of an event into a log line that carries its number, the hash before it and its own hash. */
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
  /** Whether the content still gives the hash that it carries. */
  readonly intact: boolean;
}

const TAIL_LENGTH = `,"hash":""}`.length + 64;
const TAIL = /^,"hash":"([0-9a-f]{64})"\}$/;
const HEAD_LENGTH = 120;
const HEAD = /^\{"seq":(\d{1,15}),"prev":"([0-9a-f]{64})",/;

/** Reads the chain fields of a line; undefined when the line is no record at all. */
export function unsealRecord(line: Buffer): UnsealedRecord | undefined {
  const [, hash] = TAIL.exec(line.subarray(-TAIL_LENGTH).toString("latin1")) ?? [];
  const [, seq, previous] = HEAD.exec(line.subarray(0, HEAD_LENGTH).toString("latin1")) ?? [];
  if (hash === undefined || seq === undefined || previous === undefined) return undefined;
  const intact = sha256(Buffer.concat([line.subarray(0, -TAIL_LENGTH), Buffer.from("}")])) === hash;
  return { seq: Number(seq), previous, hash, intact };
}
