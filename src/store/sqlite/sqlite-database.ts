import { open } from "node:fs/promises";
import { dirname } from "node:path";
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { makeFolder } from "../../support/make-folder.ts";
import { isBusy, sqliteError } from "./sqlite-error.ts";

/** How long a connection waits for another one's lock. */
const BUSY_TIMEOUT_MS = 5000;

export type Row = Record<string, SQLOutputValue>;

/** One connection: prepared statements by their text, and transactions that take the write lock at once. */
export interface SqliteDatabase {
  readonly file: string;
  exec(sql: string): void;
  statement(sql: string): StatementSync;
  get(sql: string, ...parameters: SQLInputValue[]): Row | undefined;
  all(sql: string, ...parameters: SQLInputValue[]): Row[];
  /** Returns how many rows changed. */
  run(sql: string, ...parameters: SQLInputValue[]): number;
  transaction(work: () => void): void;
  close(): void;
}

/** Opens or makes the file, readable by its owner only, in WAL mode. `prepare` runs before anyone sees it. */
export async function openSqlite(
  file: string,
  prepare: (database: SqliteDatabase) => void,
): Promise<SqliteDatabase> {
  try {
    await makeFolder(dirname(file));
    await (await open(file, "a", 0o600)).close();
    const { DatabaseSync } = await import("node:sqlite");
    return await untilFree(() =>
      connect(file, new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS }), prepare),
    );
  } catch (error) {
    throw sqliteError(file, error);
  }
}

function connect(
  file: string,
  connection: DatabaseSync,
  prepare: (database: SqliteDatabase) => void,
): SqliteDatabase {
  try {
    connection.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON");
    const database = wrap(file, connection);
    prepare(database);
    return database;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** SQLite does not wait for the lock while another process switches the file to WAL: opening is tried again. */
async function untilFree<Result>(attempt: () => Result): Promise<Result> {
  const deadline = Date.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      await delay(10 + Math.random() * 40);
    }
  }
}

function wrap(file: string, connection: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, StatementSync>();
  let open = true;
  const statement = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const prepared = connection.prepare(sql);
    statements.set(sql, prepared);
    return prepared;
  };
  return {
    file,
    statement,
    exec: (sql) => connection.exec(sql),
    get: (sql, ...parameters) => statement(sql).get(...parameters),
    all: (sql, ...parameters) => statement(sql).all(...parameters),
    run: (sql, ...parameters) => Number(statement(sql).run(...parameters).changes),
    transaction(work) {
      connection.exec("BEGIN IMMEDIATE");
      try {
        work();
        connection.exec("COMMIT");
      } catch (error) {
        if (connection.isTransaction) connection.exec("ROLLBACK");
        throw error;
      }
    },
    close() {
      if (open) connection.close();
      open = false;
    },
  };
}
