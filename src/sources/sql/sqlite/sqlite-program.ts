// SQLite runs in its own process: an endless statement can be killed without affecting anything else.
// Arguments: the file, and how long to wait for its lock. Reads one request per line and answers each on a
// line.
import { DatabaseSync, type Session } from "node:sqlite";
import { thrownText } from "../../../support/thrown-text.ts";
import type { Page, RowChange, StoredRow, StoredValue } from "../database.ts";
import { analyseStatements } from "./analyse-statements.ts";
import { readChangeset } from "./read-changeset.ts";
import type { SqliteAnswer, SqliteRequest, SqliteRequests } from "./sqlite-protocol.ts";
import { boundParameters, boundValue, shownRow } from "./sqlite-values.ts";
import { columnsOf, listTables, quoted } from "./table-info.ts";
import { tryStatements } from "./try-statements.ts";
import { Refused, watchStatement } from "./watch-statement.ts";

const [file = "", lockMs = "0"] = process.argv.slice(2);

/** The transaction that waits for `end`. */
const open: { database?: DatabaseSync | undefined; session?: Session | undefined } = {};

/** The longest value that SQLite creates or reads: memory outside of the heap has no other limit. */
const MAX_VALUE_BYTES = 64_000_000;

function connect(readOnly: boolean): DatabaseSync {
  const database = new DatabaseSync(file, {
    readOnly,
    timeout: Number(lockMs),
    allowExtension: false,
    limits: { length: MAX_VALUE_BYTES, attach: 0 },
  });
  database.enableDefensive(true);
  database.exec("PRAGMA trusted_schema=OFF; PRAGMA temp_store=MEMORY");
  return database;
}

function reading<Result>(work: (database: DatabaseSync) => Result): Result {
  const database = connect(true);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function begin(): DatabaseSync {
  const database = connect(false);
  open.database = database;
  database.exec("BEGIN IMMEDIATE");
  return database;
}

function beginSession(database: DatabaseSync): Session {
  open.session = database.createSession();
  return open.session;
}

function end(commit: boolean): void {
  const { database, session } = open;
  open.database = undefined;
  open.session = undefined;
  session?.close();
  try {
    database?.exec(commit ? "COMMIT" : "ROLLBACK");
  } finally {
    database?.close();
  }
}

function query(
  database: DatabaseSync,
  { sql, parameters, offset, limit, bytes }: SqliteRequests["query"][0],
): Page {
  database.exec("PRAGMA query_only=ON");
  const watcher = watchStatement(database);
  const statement = watcher.prepare(sql);
  statement.setReadBigInts(true);
  const columns = statement.columns().map(({ name }) => name);
  const rows: Record<string, unknown>[] = [];
  let [at, size] = [0, 0];
  for (const row of statement.iterate(...boundParameters(parameters))) {
    if (at++ < offset) continue;
    const shown = shownRow(row);
    size += JSON.stringify(shown).length;
    if (rows.length === limit || (size > bytes && rows.length > 0)) return { columns, rows, more: true };
    if (size > bytes)
      throw new Refused(
        `one row has more than ${bytes} bytes; select fewer columns, or parts of them with substr()`,
      );
    rows.push(shown);
  }
  return { columns, rows, more: false };
}

function answer(request: SqliteRequest): unknown {
  switch (request.type) {
    case "analyse":
      return reading((database) => analyseStatements(database, request.sql));
    case "query":
      return reading((database) => query(database, request));
    case "tables":
      return reading(listTables);
    case "try": {
      const database = begin();
      return tryStatements(database, request, () => beginSession(database));
    }
    case "restore": {
      const database = begin();
      database.exec("PRAGMA defer_foreign_keys=ON");
      return restoreRows(database, request.changes, beginSession(database));
    }
    case "end":
      return end(request.commit);
  }
}

// Only \n ends a request. `readline` also ends a line at U+2028, which JSON text may contain.
let received = "";
process.stdin.setEncoding("utf8").on("data", (piece: string) => {
  received += piece;
  for (let at = received.indexOf("\n"); at !== -1; at = received.indexOf("\n")) {
    const line = received.slice(0, at);
    received = received.slice(at + 1);
    respond(line);
  }
});

function respond(line: string): void {
  let reply: SqliteAnswer;
  try {
    // Only our own driver writes to this program.
    reply = { ok: true, value: answer(JSON.parse(line) as SqliteRequest) ?? null };
  } catch (error) {
    reply = { ok: false, message: thrownText(error), refused: error instanceof Refused };
    try {
      end(false);
    } catch {
      // SQLite has already rolled back.
    }
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}

/**
 * Restores changed rows inside an open transaction. Throws if one has changed since, or if triggers change
 * more.
 */
function restoreRows(database: DatabaseSync, changes: readonly RowChange[], session: Session): void {
  const where = (row: StoredRow) =>
    Object.keys(row)
      .map((name) => `${quoted(name)} IS ?`)
      .join(" AND ");
  const run = (table: string, sql: string, values: readonly StoredValue[]) => {
    const done = database.prepare(sql).run(...values.map(boundValue));
    if (Number(done.changes) !== 1) throw new Refused(`a row of "${table}" is not as the call left it`);
  };
  const changedSoFar = () => Number(database.prepare("SELECT total_changes() AS n").get()?.n);
  const start = changedSoFar();
  for (const { table, before, after } of changes)
    if (before === undefined && after !== undefined)
      run(table, `DELETE FROM ${quoted(table)} WHERE ${where(after)}`, Object.values(after));
  for (const { table, before, after } of changes)
    if (before !== undefined && after === undefined) {
      const names = Object.keys(before);
      const columns = names.map(quoted).join(", ");
      const places = names.map(() => "?").join(", ");
      run(table, `INSERT INTO ${quoted(table)} (${columns}) VALUES (${places})`, Object.values(before));
    }
  for (const { table, before, after } of changes)
    if (before !== undefined && after !== undefined) {
      const set = Object.keys(before)
        .map((name) => `${quoted(name)} = ?`)
        .join(", ");
      const values = [...Object.values(before), ...Object.values(after)];
      run(table, `UPDATE ${quoted(table)} SET ${set} WHERE ${where(after)}`, values);
    }
  const tables = new Set(changes.map(({ table }) => table));
  const done = readChangeset(Buffer.from(session.changeset()), (table) => columnsOf(database, table));
  const further = done.find(({ table }) => !tables.has(table));
  const hasKey = (table: string) =>
    database
      .prepare(`PRAGMA table_info(${quoted(table)})`)
      .all()
      .some(({ pk }) => pk !== 0);
  const keyed = changes.filter(({ table }) => hasKey(table)).length;
  // A session does not see tables without a key; the counter sees all rows.
  if (further !== undefined || done.length !== keyed || changedSoFar() - start !== changes.length)
    throw new Refused("a trigger would change further rows when these rows are restored");
}
