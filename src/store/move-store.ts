import { isDeepStrictEqual } from "node:util";
import { DejimaError } from "../contract/error.ts";

/** The kinds of records in a store, in the order in which they are moved. */
export const RECORD_KINDS = [
  "runs",
  "toolStatistics",
  "dayCounts",
  "documents",
  "conversations",
  "turns",
  "steps",
  "vectors",
  "marks",
  "memories",
  "memoryChanges",
  "approvals",
  "grants",
  "executions",
  "schedules",
  "spends",
  "teamVersions",
  "runLogs",
] as const;

export type RecordKind = (typeof RECORD_KINDS)[number];

/** One record in a form that every driver reads and writes: plain values, bytes in base 64. */
export type StoredRecord = Readonly<Record<string, unknown>>;

/** All records of a store, for moving them to another one. */
export interface StoreContents {
  /** The records of a kind, in an order that depends only on the records. */
  read(kind: RecordKind): AsyncIterable<StoredRecord>;
  /** Adds records in this order. */
  write(kind: RecordKind, records: readonly StoredRecord[]): Promise<void>;
  close(): Promise<void>;
}

const PAGE = 500;

/** The number of records of each kind. */
export type RecordCounts = Readonly<Record<RecordKind, number>>;

/**
 * Copies all records from one store into an empty one, then compares both record by record. Rejects with `conflict` if the target
 * is not empty, and with `io_error` if a record differs after copying. Never changes the source.
 */
export async function moveStore(
  from: StoreContents,
  to: StoreContents,
  onProgress: (kind: RecordKind, count: number) => void = () => {},
): Promise<RecordCounts> {
  await assertEmpty(to);
  for (const kind of RECORD_KINDS) {
    let page: StoredRecord[] = [];
    let count = 0;
    const flush = async () => {
      await to.write(kind, page);
      count += page.length;
      page = [];
      onProgress(kind, count);
    };
    for await (const record of from.read(kind)) {
      page.push(record);
      if (page.length === PAGE) await flush();
    }
    await flush();
  }
  const counts = await Promise.all(
    RECORD_KINDS.map(async (kind) => [kind, await compare(kind, from, to)] as const),
  );
  // One entry for each kind.
  return Object.fromEntries(counts) as RecordCounts;
}

/** Counts the records of a store. */
export async function countRecords(contents: StoreContents): Promise<RecordCounts> {
  const counts: [RecordKind, number][] = [];
  for (const kind of RECORD_KINDS) {
    let count = 0;
    for await (const _ of contents.read(kind)) count++;
    counts.push([kind, count]);
  }
  // One entry for each kind.
  return Object.fromEntries(counts) as RecordCounts;
}

async function assertEmpty(to: StoreContents): Promise<void> {
  for (const kind of RECORD_KINDS) {
    for await (const _ of to.read(kind))
      throw new DejimaError(
        "conflict",
        `Cannot move the store: the target already contains ${kind}; name an empty database (CREATE DATABASE …), or drop the schemas dejima and dejima_jobs of this one if nothing in them is needed`,
        { kind },
      );
  }
}

async function compare(kind: RecordKind, from: StoreContents, to: StoreContents): Promise<number> {
  const [left, right] = [from.read(kind)[Symbol.asyncIterator](), to.read(kind)[Symbol.asyncIterator]()];
  for (let count = 0; ; count++) {
    const [one, other] = [await left.next(), await right.next()];
    if (one.done === true && other.done === true) return count;
    if (one.done !== other.done || !isDeepStrictEqual(one.value, other.value))
      throw new DejimaError(
        "io_error",
        `Cannot move the store: record ${count + 1} of ${kind} changed on the way; empty the target and try again while nothing else uses the source`,
        { kind, record: count + 1 },
      );
  }
}
