import type { z } from "zod";
import type { Ledger, LedgerEntry } from "../store.ts";
import { entryExists, noSuchEntry } from "../store-errors.ts";
import { lockFor, type PostgresDatabase, type Queries, type Row } from "./postgres-database.ts";
import type { ChangeNews } from "./postgres-news.ts";

/** The parts of a ledger. */
export interface LedgerTable<Entry> {
  readonly table: "approvals" | "grants" | "executions" | "schedules";
  readonly schema: z.ZodType<Entry>;
  readonly database: PostgresDatabase;
  readonly news: ChangeNews;
  /** Runs in the transaction of each change. `before` is `undefined` for a new entry. */
  readonly also?:
    | ((change: {
        readonly queries: Queries;
        readonly before: Entry | undefined;
        readonly after: Entry;
      }) => Promise<void>)
    | undefined;
}

/** A ledger in PostgreSQL. Changes of one ledger are serialized, so that readers of the revisions miss none. */
export function postgresLedger<Entry extends LedgerEntry>(options: LedgerTable<Entry>): Ledger<Entry> {
  const { table, schema, database, news, also } = options;
  const parse = (row: Row): Entry => schema.parse(JSON.parse(String(row.json)));
  const newest = async (queries: Queries): Promise<number> => {
    const row = await queries.first(`SELECT coalesce(max(revision), 0) AS newest FROM ${table}`);
    return Number(row?.newest);
  };
  const changing = async <Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> => {
    const result = await database.transaction(async (queries) => {
      await lockFor(queries, table);
      return work(queries);
    });
    news.tell(table);
    return result;
  };
  return {
    async create(entry) {
      await changing(async (queries) => {
        const added = await queries.run(
          `INSERT INTO ${table} (id, run_id, status, revision, json) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (tenant, id) DO NOTHING`,
          entry.id,
          entry.runId,
          entry.status,
          (await newest(queries)) + 1,
          JSON.stringify(entry),
        );
        if (added === 0) throw entryExists(table, entry.id);
        await also?.({ queries, before: undefined, after: entry });
      });
    },
    async get(id) {
      const row = await database.first(`SELECT json FROM ${table} WHERE id = $1`, id);
      return row && parse(row);
    },
    async list({ limit, status, runId, before }) {
      const rows = await database.all(
        `SELECT json FROM ${table} WHERE ($1::text IS NULL OR status = $1) AND ($2::text IS NULL OR run_id = $2)
          AND ($3::text IS NULL OR sequence < (SELECT sequence FROM ${table} WHERE id = $3))
          ORDER BY sequence DESC LIMIT $4`,
        status ?? null,
        runId ?? null,
        before ?? null,
        limit,
      );
      return rows.map(parse);
    },
    async change(id, work) {
      return changing(async (queries) => {
        const row = await queries.first(`SELECT json FROM ${table} WHERE id = $1`, id);
        if (row === undefined) throw noSuchEntry(table, id);
        const entry = parse(row);
        const next = work(entry);
        if (next === undefined) return entry;
        const result = { ...next, id };
        const sql = `UPDATE ${table} SET run_id = $2, status = $3, revision = $4, json = $5 WHERE id = $1`;
        const revision = (await newest(queries)) + 1;
        await queries.run(sql, id, result.runId, result.status, revision, JSON.stringify(result));
        await also?.({ queries, before: entry, after: result });
        return result;
      });
    },
    async changedSince(since) {
      if (since === undefined) return { revision: await newest(database), entries: [] };
      const sql = `SELECT revision, json FROM ${table} WHERE revision > $1 ORDER BY revision`;
      const rows = await database.all(sql, since);
      return { revision: Number(rows.at(-1)?.revision ?? since), entries: rows.map(parse) };
    },
    watch: (listener) => news.hear(table, listener),
  };
}
