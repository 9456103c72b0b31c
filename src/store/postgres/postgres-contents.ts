import { LOCAL_USER } from "../../contract/run.ts";
import type { RecordKind, StoreContents, StoredRecord } from "../move-store.ts";
import { SPEND_COLUMNS, SPEND_FIELDS, SPEND_NUMBERS } from "../spend-columns.ts";
import { type Row, searchable } from "./postgres-database.ts";
import { openTenantDatabase } from "./tenant-database.ts";

/** How one column of PostgreSQL is read into a record and written from it. */
interface Column {
  readonly name: string;
  /** The field of the record. `undefined` for a column that is only written, for searching. */
  readonly field?: string;
  readonly type: "text" | "number" | "boolean" | "json" | "utf8" | "bytes";
  /** The value to write, if it is not the field itself. */
  value?(record: StoredRecord): unknown;
}

interface Table {
  readonly table: string;
  readonly columns: readonly Column[];
  readonly order: string;
}

const text = (name: string, field = name): Column => ({ name, field, type: "text" });
const number = (name: string, field = name): Column => ({ name, field, type: "number" });
const JSON_TEXT: Column = { name: "json", field: "json", type: "json" };
const derived = (name: string, value: (json: Readonly<Record<string, unknown>>) => unknown): Column => ({
  name,
  type: "text",
  // Every record with a derived column has its entry under `json` or `run`.
  value: (record) => value((record.json ?? record.run) as Readonly<Record<string, unknown>>),
});

const ledger = (table: string): Table => ({
  table,
  columns: [text("id"), text("run_id", "runId"), text("status"), number("revision"), JSON_TEXT],
  order: "sequence",
});

const TABLES: Readonly<Record<RecordKind, Table>> = {
  runs: {
    table: "runs",
    columns: [
      derived("id", ({ id }) => id),
      derived("person", ({ user }) => user ?? LOCAL_USER),
      derived("started_at", ({ startedAt }) => startedAt),
      derived("records", ({ records }) => records),
      number("chained"),
      { ...JSON_TEXT, field: "run" },
    ],
    order: "sequence",
  },
  toolStatistics: {
    table: "tool_statistics",
    columns: [text("tool"), number("count"), number("failures"), number("total_ms", "totalMs")],
    order: 'tool COLLATE "C"',
  },
  dayCounts: {
    table: "day_counts",
    columns: [text("day"), text("name"), number("value")],
    order: 'day COLLATE "C", name COLLATE "C"',
  },
  documents: {
    table: "documents",
    columns: [text("collection"), { name: "key", field: "key", type: "utf8" }, JSON_TEXT],
    order: 'collection COLLATE "C", key',
  },
  conversations: {
    table: "conversations",
    columns: [
      text("id"),
      derived("person", ({ user }) => user),
      number("updated_at", "updatedAt"),
      derived("title", ({ title }) => searchable(String(title))),
      JSON_TEXT,
    ],
    order: "sequence",
  },
  turns: {
    table: "turns",
    columns: [
      text("run_id", "runId"),
      text("conversation_id", "conversationId"),
      derived("said", ({ message, answer }) => searchable(`${message}\u0001${answer}`)),
      JSON_TEXT,
    ],
    order: "sequence",
  },
  steps: {
    table: "steps",
    columns: [text("run_id", "runId"), number("number"), JSON_TEXT],
    order: 'run_id COLLATE "C", number',
  },
  vectors: {
    table: "vectors",
    columns: [
      text("collection"),
      text("embedder"),
      text("hash"),
      { name: "bytes", field: "bytes", type: "bytes" },
    ],
    order: 'collection COLLATE "C", embedder COLLATE "C", hash COLLATE "C"',
  },
  marks: {
    table: "marks",
    columns: [
      text("kind"),
      { name: "key", field: "key", type: "utf8" },
      { name: "cleared", field: "cleared", type: "boolean" },
      JSON_TEXT,
    ],
    order: "revision",
  },
  memories: {
    table: "memories",
    columns: [
      text("id"),
      text("person", "user"),
      text("fingerprint"),
      text("type"),
      number("created_at", "createdAt"),
      number("sequence"),
      JSON_TEXT,
    ],
    order: "revision",
  },
  memoryChanges: {
    table: "memory_changes",
    columns: [text("person", "user"), number("changes")],
    order: 'person COLLATE "C"',
  },
  approvals: ledger("approvals"),
  grants: ledger("grants"),
  executions: ledger("executions"),
  schedules: ledger("schedules"),
  spends: {
    table: "spends",
    columns: SPEND_FIELDS.map((field, at) => {
      const name = SPEND_COLUMNS[at] ?? field;
      return SPEND_NUMBERS.has(field) ? number(name, field) : text(name, field);
    }),
    order: "sequence",
  },
  teamVersions: {
    table: "team_versions",
    columns: [
      text("name"),
      number("number"),
      text("sha256"),
      number("at"),
      text("person", "by"),
      text("change"),
      text("text"),
    ],
    order: 'name COLLATE "C", number',
  },
  runLogs: {
    table: "run_logs",
    columns: [text("run_id", "runId"), number("seq"), text("line")],
    order: 'run_id COLLATE "C", seq',
  },
};

const PAGE = 2_000;

/** All records of a tenant in the store of a PostgreSQL database. */
export async function postgresContents(address: string, tenant?: string): Promise<StoreContents> {
  const database = await openTenantDatabase(address, tenant);
  return {
    async *read(kind) {
      const { table, columns, order } = TABLES[kind];
      const shown = columns.filter(({ field }) => field !== undefined);
      for (let offset = 0; ; offset += PAGE) {
        const rows = await database.all(
          `SELECT ${shown.map(({ name }) => name).join(", ")} FROM ${table} ORDER BY ${order} LIMIT ${PAGE} OFFSET $1`,
          offset,
        );
        for (const row of rows) {
          const record = Object.fromEntries(shown.map((column) => [column.field, read(column, row)]));
          if (kind !== "toolStatistics") yield record;
          else {
            const buckets = await database.all(
              "SELECT bucket, count FROM tool_durations WHERE tool = $1 ORDER BY bucket",
              String(row.tool),
            );
            yield { ...record, buckets: buckets.map(({ bucket, count }) => [Number(bucket), Number(count)]) };
          }
        }
        if (rows.length < PAGE) return;
      }
    },
    async write(kind, records) {
      const { table, columns } = TABLES[kind];
      const places = columns.map((_, at) => `$${at + 1}`).join(", ");
      const sql = `INSERT INTO ${table} (${columns.map(({ name }) => name).join(", ")}) VALUES (${places})`;
      await database.transaction(async (queries) => {
        for (const record of records) {
          await queries.run(sql, ...columns.map((column) => written(column, record)));
          for (const [bucket = 0, count = 0] of kind === "toolStatistics"
            ? (record.buckets as number[][]) // as the rows of this kind are typed
            : [])
            await queries.run(
              "INSERT INTO tool_durations (tool, bucket, count) VALUES ($1, $2, $3)",
              String(record.tool),
              bucket,
              count,
            );
        }
      });
    },
    close: () => database.close(),
  };
}

function read({ name, type }: Column, row: Row): unknown {
  const value = row[name];
  if (type === "json") return JSON.parse(String(value));
  if (type === "number") return Number(value);
  if (type === "bytes") return Buffer.from(value as Uint8Array).toString("base64"); // a column of bytes
  return type === "boolean" ? value : String(value);
}

function written(column: Column, record: StoredRecord): string | number | boolean | Buffer {
  const value = column.value?.(record) ?? record[column.field ?? ""];
  if (column.type === "json") return JSON.stringify(value);
  if (column.type === "utf8") return Buffer.from(String(value));
  if (column.type === "bytes") return Buffer.from(String(value), "base64");
  return typeof value === "number" || typeof value === "boolean" ? value : String(value);
}
