import { watch } from "node:fs";
import type { z } from "zod";
import type { Ledger, LedgerEntry } from "../store.ts";
import { entryExists, noSuchEntry } from "../store-errors.ts";
import type { Row, SqliteDatabase } from "./sqlite-database.ts";

const CALM_MS = 250;

const BUSY_MS = 3;

const STAYS_BUSY_MS = 100;

export interface LedgerTable<Entry> {
  readonly table: "approvals" | "grants" | "executions" | "schedules";
  readonly schema: z.ZodType<Entry>;
  /** A separate connection whose commits are synced to the disk. Opened on first use. */
  connection(): Promise<SqliteDatabase>;
}

/** A ledger in a table: the fields to query as columns, the whole entry as JSON. */
export function sqliteLedger<Entry extends LedgerEntry>(options: LedgerTable<Entry>): Ledger<Entry> {
  const { table, schema, connection } = options;
  const listeners = new Set<() => void>();
  let stopWatching: Promise<() => void> | undefined;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const parse = (row: Row): Entry => schema.parse(JSON.parse(String(row.json)));
  const newest = (database: SqliteDatabase): number =>
    Number(database.get(`SELECT coalesce(max(revision), 0) AS newest FROM ${table}`)?.newest);

  return {
    async create(entry) {
      const database = await connection();
      database.transaction(() => {
        const changes = database.run(
          `INSERT INTO ${table} (id, runId, status, revision, json) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
          entry.id,
          entry.runId,
          entry.status,
          newest(database) + 1,
          JSON.stringify(entry),
        );
        if (changes === 0) throw entryExists(table, entry.id);
      });
      tell();
    },
    async get(id) {
      const row = (await connection()).get(`SELECT json FROM ${table} WHERE id = ?`, id);
      return row && parse(row);
    },
    async list({ limit, status, runId, before }) {
      const wanted = Object.entries({ status, runId }).filter(([, value]) => value !== undefined);
      const conditions = wanted.map(([column]) => `${column} = ?`);
      if (before !== undefined) conditions.push(`sequence < (SELECT sequence FROM ${table} WHERE id = ?)`);
      const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
      const sql = `SELECT json FROM ${table} ${where} ORDER BY sequence DESC LIMIT ?`;
      const values = [...wanted.map(([, value]) => value ?? null), ...(before === undefined ? [] : [before])];
      return (await connection()).all(sql, ...values, limit).map(parse);
    },
    async change(id, work) {
      const database = await connection();
      let result: Entry | undefined;
      let changed = false;
      database.transaction(() => {
        const row = database.get(`SELECT json FROM ${table} WHERE id = ?`, id);
        if (row === undefined) throw noSuchEntry(table, id);
        const entry = parse(row);
        const next = work(entry);
        changed = next !== undefined;
        result = next === undefined ? entry : { ...next, id };
        if (changed) {
          const sql = `UPDATE ${table} SET status = ?, revision = ?, json = ? WHERE id = ?`;
          database.run(sql, result.status, newest(database) + 1, JSON.stringify(result), id);
        }
      });
      if (changed) tell();
      // The transaction has either set it or thrown.
      return result as Entry;
    },
    async changedSince(since) {
      const database = await connection();
      if (since === undefined) return { revision: newest(database), entries: [] };
      const rows = database.all(
        `SELECT revision, json FROM ${table} WHERE revision > ? ORDER BY revision`,
        since,
      );
      return { revision: Number(rows.at(-1)?.revision ?? since), entries: rows.map(parse) };
    },
    watch(listener) {
      listeners.add(listener);
      stopWatching ??= connection().then((database) => watchSqlite(database.file, tell));
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        void stopWatching?.then((stop) => stop());
        stopWatching = undefined;
      };
    },
  };
}

/**
 * Detects that a process has written to a database. An event of SQLite's write-ahead log shows at once that a write is under way.
 * When it becomes readable depends on the writer's disk, so the database is polled often for a moment, and rarely otherwise.
 */
function watchSqlite(file: string, onChange: () => void): () => void {
  let busyUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  const tick = () => {
    onChange();
    timer = setTimeout(tick, performance.now() < busyUntil ? BUSY_MS : CALM_MS).unref();
  };
  const hurry = () => {
    const calm = performance.now() >= busyUntil;
    busyUntil = performance.now() + STAYS_BUSY_MS;
    if (!calm) return;
    clearTimeout(timer);
    timer = setTimeout(tick, 0).unref();
  };
  const watcher = watchFile(`${file}-wal`, hurry);
  hurry();
  return () => {
    clearTimeout(timer);
    timer = undefined;
    watcher?.close();
  };
}

// Watching only speeds up detection. If the system refuses it, the slow polling remains.
function watchFile(path: string, onEvent: () => void): { close(): void } | undefined {
  try {
    const watcher = watch(path, { persistent: false }, onEvent);
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
