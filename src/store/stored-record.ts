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
