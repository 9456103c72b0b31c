import type { SQLInputValue } from "node:sqlite";
import type { Run } from "../../contract/run.ts";
import type { RecordKind, StoreContents, StoredRecord } from "../move-store.ts";
import { SPEND_COLUMNS, SPEND_FIELDS } from "../spend-columns.ts";
import { packText, unpackText } from "./packed-text.ts";
import { migrate, openSqlite, type Row } from "./sqlite-database.ts";
import { CHANGEABLE, COLUMNS, toRun, values } from "./sqlite-runs.ts";

interface Table {
  readonly select: string;
  records(row: Row): readonly StoredRecord[];
  readonly insert: string;
  values(record: StoredRecord): readonly SQLInputValue[];
}

/** A table with the same columns as its record. `json` is parsed. */
function plain(table: string, columns: readonly string[], order: string, names = columns): Table {
  const places = columns.map(() => "?").join(", ");
  return {
    select: `SELECT ${columns.join(", ")} FROM ${table} ORDER BY ${order}`,
    records: (row) => [
      Object.fromEntries(columns.map((column, at) => [names[at], read(column, row[column])])),
    ],
    insert: `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places})`,
    values: (record) => columns.map((column, at) => written(column, record[names[at] ?? column])),
  };
}

const ledger = (table: string) => plain(table, ["id", "runId", "status", "revision", "json"], "sequence");

const TABLES: Readonly<Record<RecordKind, Table>> = {
  runs: {
    select: `SELECT ${COLUMNS}, chained FROM runs ORDER BY sequence`,
    records: ({ chained, ...row }) => [{ run: toRun(row), chained }],
    insert: `INSERT INTO runs (id, ${CHANGEABLE.join(", ")}, chained) VALUES (?${", ?".repeat(CHANGEABLE.length + 1)})`,
    values: ({ run, chained }) => [(run as Run).id, ...values(run as Run), Number(chained)], // as the rows of this kind are typed
  },
  toolStatistics: {
    select: `SELECT tool, count, failures, totalMs, (SELECT json_group_array(json_array(bucket, count)) FROM
      (SELECT bucket, count FROM tool_durations d WHERE d.tool = s.tool ORDER BY bucket)) AS json
      FROM tool_statistics s ORDER BY tool`,
    records: ({ json, ...row }) => [{ ...row, buckets: JSON.parse(String(json)) }],
    insert: "INSERT INTO tool_statistics VALUES (?, ?, ?, ?)",
    values: ({ tool, count, failures, totalMs }) => [
      String(tool),
      Number(count),
      Number(failures),
      Number(totalMs),
    ],
  },
  dayCounts: plain("day_counts", ["day", "name", "value"], "day, name"),
  documents: plain("documents", ["shelf", "key", "json"], "shelf, key", ["collection", "key", "json"]),
  conversations: plain("conversations", ["id", "updatedAt", "json"], "sequence"),
  turns: plain("turns", ["runId", "conversationId", "json"], "sequence"),
  steps: {
    select: "SELECT runId, json FROM step_batches ORDER BY runId, first",
    records: ({ runId, json }) =>
      (JSON.parse(unpackText(String(json))) as StoredRecord[]).map(({ number, node, patch, at }) => ({
        // written by this store
        runId,
        number,
        json: { node, patch, at },
      })),
    insert: "INSERT INTO step_batches (runId, first, last, json) VALUES (?, ?, ?, ?)",
    values: ({ runId, number, json }) => [
      String(runId),
      Number(number),
      Number(number),
      packText(JSON.stringify([{ number, ...(json as object) }])),
    ],
  },
  vectors: plain("vectors", ["shelf", "embedder", "hash", "bytes"], "shelf, embedder, hash", [
    "collection",
    "embedder",
    "hash",
    "bytes",
  ]),
  marks: plain("marks", ["kind", "key", "cleared", "json"], "revision"),
  memories: plain(
    "memories",
    ["id", "user", "fingerprint", "type", "createdAt", "sequence", "json"],
    "revision",
  ),
  memoryChanges: plain("memory_changes", ["user", "changes"], "user"),
  approvals: ledger("approvals"),
  grants: ledger("grants"),
  executions: ledger("executions"),
  schedules: ledger("schedules"),
  spends: plain("spends", SPEND_COLUMNS, "sequence", SPEND_FIELDS),
  teamVersions: plain(
    "team_versions",
    ["name", "number", "sha256", "at", "person", "change", "text"],
    "name, number",
    ["name", "number", "sha256", "at", "by", "change", "text"],
  ),
  runLogs: plain("run_logs", ["runId", "seq", "line"], "runId, seq"),
};

/** All records of the SQLite store in a file. */
export async function sqliteContents(file: string): Promise<StoreContents> {
  const database = await openSqlite(file, migrate);
  return {
    async *read(kind) {
      const { select, records } = TABLES[kind];
      for (const row of database.statement(select).iterate()) yield* records(row);
    },
    async write(kind, records) {
      const { insert, values: valuesOf } = TABLES[kind];
      database.transaction(() => {
        for (const record of records) {
          database.run(insert, ...valuesOf(record));
          for (const [bucket, count] of kind === "toolStatistics" ? (record.buckets as number[][]) : []) // as the rows of this kind are typed
            database.run(
              "INSERT INTO tool_durations VALUES (?, ?, ?)",
              String(record.tool),
              bucket ?? 0,
              count ?? 0,
            );
        }
      });
    },
    async close() {
      database.close();
    },
  };
}

function read(column: string, value: unknown): unknown {
  if (column === "json") return JSON.parse(String(value));
  if (column === "cleared") return value === 1;
  return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
}

function written(column: string, value: unknown): SQLInputValue {
  if (column === "json") return JSON.stringify(value);
  if (column === "bytes") return Buffer.from(String(value), "base64");
  if (column === "cleared") return value === true ? 1 : 0;
  return typeof value === "number" ? value : String(value);
}
