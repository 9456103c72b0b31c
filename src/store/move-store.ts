import { isDeepStrictEqual } from "node:util";
import { DejimaError } from "../contract/error.ts";
import { RECORD_KINDS, type RecordKind, type StoreContents, type StoredRecord } from "./stored-record.ts";

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
        `Cannot move the store: the target already holds ${kind}; name an empty database (CREATE DATABASE …), or drop the schemas dejima and dejima_jobs of this one if nothing in them is needed`,
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
