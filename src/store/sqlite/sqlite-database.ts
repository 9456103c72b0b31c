import { open } from "node:fs/promises";
import { dirname } from "node:path";
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { DejimaError } from "../../contract/error.ts";
import { makeFolder } from "../../support/paths.ts";
import { storeClosed } from "../store-errors.ts";
import { MIGRATIONS } from "./sqlite-migrations.ts";

/** Messages by primary result code of SQLite: the problem and its fix. */
const REASONS: Readonly<Record<number, string>> = {
  5: "another process has kept it locked for too long; end that process or try again",
  6: "another process has kept it locked for too long; end that process or try again",
  8: "it is read-only; make the file and its folder writable, or choose another home with --home",
  10: "reading or writing the disk failed; check the disk, or choose another home with --home",
  11: "the file is damaged; restore a copy, or move it away to create a new one",
  13: "the disk is full; free some space and try again",
  14: "the file cannot be opened; make the file and its folder writable, or choose another home with --home",
  26: "the file is not a Dejima database; move it away and a new one is made",
};

/** How long a connection waits for another connection's lock. */
const BUSY_TIMEOUT_MS = 5000;

export type Row = Record<string, SQLOutputValue>;

/** One connection with prepared statements, cached by text, and transactions that take the write lock at once. */
export interface SqliteDatabase {
  readonly file: string;
  exec(sql: string): void;
  statement(sql: string): StatementSync;
  get(sql: string, ...parameters: SQLInputValue[]): Row | undefined;
  all(sql: string, ...parameters: SQLInputValue[]): Row[];
  /** Returns the number of changed rows. */
  run(sql: string, ...parameters: SQLInputValue[]): number;
  transaction(work: () => void): void;
  /** How often other connections of this process have written, to any database. */
  writesOfOthers(): number;
  close(): void;
}

/** How often the connections of this process have written: the only state that stores share, since two may have one file open. */
const ALL_CONNECTIONS = { writes: 0 };

/** Opens or creates the file in WAL mode, readable by its owner only. `prepare` runs before the connection is returned. */
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

/** Retries an attempt while the file is locked. SQLite does not wait while another process switches the file to WAL. */
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
  let ownWrites = 0;
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
    run(sql, ...parameters) {
      ALL_CONNECTIONS.writes++;
      ownWrites++;
      return Number(statement(sql).run(...parameters).changes);
    },
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
    writesOfOthers: () => ALL_CONNECTIONS.writes - ownWrites,
    close() {
      if (open) connection.close();
      open = false;
    },
  };
}

/** Translates an error of the database or the file system into one that names the fix. */
export function sqliteError(file: string, error: unknown): unknown {
  if (error instanceof DejimaError || !(error instanceof Error)) return error;
  if ("code" in error && error.code === "ERR_INVALID_STATE") return storeClosed();
  const reason = sqliteReason(error) ?? fileReason(error);
  if (reason === undefined) return error;
  return new DejimaError("io_error", `Cannot use database "${file}": ${reason}`, { file }, { cause: error });
}

/** Whether another connection caused the error, so that a retry may succeed. */
function isBusy(error: unknown): boolean {
  return primaryCode(error) === 5;
}

function sqliteReason(error: Error): string | undefined {
  const code = primaryCode(error);
  return code === undefined ? undefined : (REASONS[code] ?? `the database says: ${error.message}`);
}

function fileReason(error: Error): string | undefined {
  if (!("code" in error) || !("syscall" in error)) return undefined;
  if (error.code === "ENOSPC") return REASONS[13];
  return `${error.message}; make its folder writable, or choose another home with --home`;
}

/** The primary result code. SQLite's extended codes contain it in their low byte. */
function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number")
    return undefined;
  return error.errcode & 0xff;
}

/** Migrates the schema. Throws if a newer version has migrated the database, and leaves it unchanged. */
export function migrate(database: SqliteDatabase): void {
  // This check avoids a write lock in the usual case.
  if (appliedNumber(database) === newestNumber()) return;
  database.transaction(() => {
    const applied = appliedNumber(database);
    if (applied > newestNumber()) throw tooNew(database.file, applied);
    database.exec(
      "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, appliedAt INTEGER NOT NULL) STRICT",
    );
    for (const { number, name, sql } of MIGRATIONS.filter((migration) => migration.number > applied)) {
      database.exec(sql);
      database.statement("INSERT INTO migrations VALUES (?, ?, ?)").run(number, name, Date.now());
    }
  });
}

function newestNumber(): number {
  return MIGRATIONS.reduce((newest, { number }) => Math.max(newest, number), 0);
}

function appliedNumber(database: SqliteDatabase): number {
  const exists = database.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'");
  if (exists === undefined) return 0;
  return Number(database.get("SELECT max(number) AS newest FROM migrations")?.newest ?? 0);
}

function tooNew(file: string, applied: number): DejimaError {
  return new DejimaError(
    "conflict",
    `Cannot open database "${file}": it was written by a newer version of Dejima (schema ${applied}, this version knows ${newestNumber()}); update Dejima, or choose another home with --home`,
    { file, schema: applied, known: newestNumber() },
  );
}

/** Escapes a text for `LIKE … ESCAPE '!'`, so that every character matches itself. */
export function likeOf(text: string): string {
  return `%${text.replace(/[!%_]/g, "!$&")}%`;
}
