import { DejimaError } from "../../contract/error.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { MIGRATIONS } from "./sqlite-migrations.ts";

/** Brings the schema up to date; a database of a newer version is left as it is and refused. */
export function migrate(database: SqliteDatabase): void {
  // Looking first keeps the usual start free of a write lock.
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
