import type { DatabaseSync, Session } from "node:sqlite";
import type { ObjectAccess, Parameter, RowChange, StoredRow, TableCount, TrialEffects } from "../database.ts";
import { readChangeset } from "./read-changeset.ts";
import { boundParameters, shownRow, storedRow } from "./sqlite-values.ts";
import { columnsOf, quoted } from "./table-info.ts";
import { watchStatement } from "./watch-statement.ts";

/** Tables without a primary key are compared row by row, up to this size. */
const MAX_COMPARED_ROWS = 20_000;

interface Trial {
  readonly statements: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly undoRows: number;
  readonly rows: number;
}

interface TableBefore {
  readonly total: number;
  readonly hasKey: boolean;
  /** All rows by rowid, for a small enough table without a key. */
  readonly rows?: ReadonlyMap<string, StoredRow> | undefined;
}

/** Runs statements inside an open transaction and reports what they changed. */
export function tryStatements(
  database: DatabaseSync,
  { statements, parameters, undoRows, rows: mostRows }: Trial,
  begin: () => Session,
): TrialEffects & { touches: ObjectAccess[] } {
  const touches = statements.flatMap((text) =>
    watched(database, (watcher) => {
      watcher.prepare(text);
      return watcher.found();
    }),
  );
  const caused: ObjectAccess[] = [];
  const changesSchema = touches.some(({ verb }) => verb === "schema");
  const written = new Set(
    touches.filter(({ verb }) => /^(?:insert|update|delete)$/.test(verb)).map(({ object }) => object),
  );
  const before = new Map([...written].map((table) => [table, tableBefore(database, table, !changesSchema)]));
  const schemaBefore = changesSchema ? definitions(database) : [];
  const session = changesSchema ? undefined : begin();
  const rows: Record<string, unknown>[] = [];
  for (const text of statements)
    watched(database, (watcher) => {
      const statement = watcher.prepare(text);
      // Earlier statements may have created triggers and views.
      caused.push(...watcher.found());
      statement.setReadBigInts(true);
      for (const row of statement.iterate(...boundParameters(parameters)))
        if (rows.length < mostRows) rows.push(shownRow(row));
    });
  const locks = ["the whole file, against other writers"];
  if (session === undefined) {
    const after = definitions(database);
    const lost = [...before].filter(([, { total }]) => total > 0);
    const schema = [
      ...schemaBefore.filter((sql) => !after.includes(sql)).map((sql) => `- ${sql}`),
      ...after.filter((sql) => !schemaBefore.includes(sql)).map((sql) => `+ ${sql}`),
      ...lost.map(([table, { total }]) => `! ${table} had ${total} rows`),
    ];
    const counts = lost.map(([table, { total }]) => ({ table, inserted: 0, updated: 0, deleted: 0, total }));
    return {
      touches: [...touches, ...caused],
      counts,
      changes: [],
      schema,
      dump: schemaBefore,
      locks,
      rows,
      noUndo: "it changes the schema",
    };
  }
  const keyed = readChangeset(Buffer.from(session.changeset()), (table) => columnsOf(database, table));
  const compared = [...before].map(([table, state]) => compare(database, table, state));
  const changes = [...keyed, ...compared.flatMap((one) => one.changes)];
  const noUndo =
    changes.length > undoRows
      ? `it changes ${changes.length} rows, and the previous content of at most ${undoRows} is kept`
      : compared.find((one) => one.fault !== undefined)?.fault;
  return {
    touches: [...touches, ...caused],
    locks,
    rows,
    noUndo,
    schema: [],
    counts: [...before].map(([table, { total }]) => countOf(table, total, changes)),
    changes: changes.slice(0, undoRows),
  };
}

function watched<Result>(
  database: DatabaseSync,
  work: (watcher: ReturnType<typeof watchStatement>) => Result,
): Result {
  const watcher = watchStatement(database);
  try {
    return work(watcher);
  } finally {
    watcher.end();
  }
}

function tableBefore(database: DatabaseSync, table: string, compares: boolean): TableBefore {
  const total = Number(database.prepare(`SELECT count(*) AS n FROM ${quoted(table)}`).get()?.n ?? 0);
  const info = database.prepare(`PRAGMA table_info(${quoted(table)})`).all();
  const hasKey = info.some(({ pk }) => pk !== 0);
  if (hasKey || !compares || total > MAX_COMPARED_ROWS) return { total, hasKey };
  return { total, hasKey, rows: rowsById(database, table) };
}

function rowsById(database: DatabaseSync, table: string): Map<string, StoredRow> {
  const names = columnsOf(database, table).map(quoted).join(", ");
  const statement = database.prepare(`SELECT rowid AS rowid, ${names} FROM ${quoted(table)}`);
  statement.setReadBigInts(true);
  return new Map(statement.all().map((row) => [String(row.rowid), storedRow(row)]));
}

/** The changes of a table without a primary key, which SQLite's sessions ignore. */
function compare(
  database: DatabaseSync,
  table: string,
  { hasKey, rows, total }: TableBefore,
): { readonly changes: readonly RowChange[]; readonly fault?: string } {
  if (hasKey) return { changes: [] };
  if (rows === undefined)
    return { changes: [], fault: `"${table}" has no primary key and ${total} rows, too many to compare` };
  const now = rowsById(database, table);
  const gone = [...rows].flatMap(([id, before]) => {
    const after = now.get(id);
    if (after === undefined) return [{ table, before }];
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ table, before, after }];
  });
  return {
    changes: [...gone, ...[...now].flatMap(([id, after]) => (rows.has(id) ? [] : [{ table, after }]))],
  };
}

function countOf(table: string, total: number, changes: readonly RowChange[]): TableCount {
  const own = changes.filter((change) => change.table === table);
  const inserted = own.filter(({ before }) => before === undefined).length;
  const deleted = own.filter(({ after }) => after === undefined).length;
  return { table, total, inserted, deleted, updated: own.length - inserted - deleted };
}

function definitions(database: DatabaseSync): string[] {
  const found = database.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name").all();
  return found.map(({ sql }) => String(sql));
}
