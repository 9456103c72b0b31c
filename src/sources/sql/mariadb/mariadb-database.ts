import type { TableShape } from "../../../contract/data/database.ts";
import {
  type Database,
  type ObjectAccess,
  type Page,
  RefusedStatement,
  type RowChange,
  type Statement,
  type TableCount,
  type TrialEffects,
  type Work,
} from "../database.ts";
import { objectName } from "../object-name.ts";
import { type Catalogue, type CatalogueObject, readCatalogue } from "./catalogue.ts";
import { backquoted, differingRows, readRows, type TableRows } from "./changed-rows.ts";
import { inTransaction, type MariaOptions, type MariaSession } from "./mariadb-session.ts";
import { readStatement } from "./read-statement.ts";
import { joinTokens, readTokens, type Token } from "./read-tokens.ts";
import { resolveNames } from "./resolve-names.ts";
import { restoreRows } from "./restore-rows.ts";

const COLUMNS = `
SELECT c.TABLE_NAME AS name, t.TABLE_TYPE AS type, c.COLUMN_NAME AS col, c.COLUMN_TYPE AS kind, c.IS_NULLABLE AS nullable
FROM information_schema.COLUMNS c JOIN information_schema.TABLES t ON t.TABLE_SCHEMA = c.TABLE_SCHEMA AND t.TABLE_NAME = c.TABLE_NAME
WHERE c.TABLE_SCHEMA = DATABASE() ORDER BY c.TABLE_NAME, c.ORDINAL_POSITION LIMIT 20000`;
const KEYS = `
SELECT TABLE_NAME AS name, CONSTRAINT_NAME AS called, COLUMN_NAME AS col, REFERENCED_TABLE_NAME AS parent, REFERENCED_COLUMN_NAME AS ref
FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA = DATABASE() ORDER BY 1, 2, ORDINAL_POSITION`;
const TRIGGERS_RUN = "SHOW SESSION STATUS LIKE 'Executed_triggers'";

interface MariaStatement extends Statement {
  /** Tables whose rows may change. */
  readonly written: readonly string[];
}

/**
 * Opens a MariaDB or MySQL database. Statements are split in the same way as by the server, and its catalogue names the objects
 * that they touch.
 */
export function openMariadb(options: MariaOptions): Database {
  const { limits } = options;
  const changing = <Result>(signal: AbortSignal, work: (session: MariaSession) => Promise<Result>) =>
    inTransaction(options, "READ WRITE", signal, work);
  const reading = <Result>(signal: AbortSignal, work: (session: MariaSession) => Promise<Result>) =>
    inTransaction(options, "READ ONLY", signal, work);
  return {
    analyse: (sql, signal) =>
      reading(signal, async (session) => {
        const statements = split(readTokens(sql));
        const catalogue = await readCatalogue(session);
        const read: MariaStatement[] = [];
        for (const tokens of statements) read.push(await analyseOne(tokens, catalogue, session));
        if (statements.length > 1 && read.some(changesSchema))
          throw new RefusedStatement(
            "the server commits a change of the schema at once; run it in a separate call",
          );
        return read;
      }),
    query: ({ statements: [statement], parameters }, { offset, limit }, signal) =>
      reading(signal, async (session): Promise<Page> => {
        let [seen, size, cut] = [0, 0, false];
        const { rows, columns, more } = await session.query(statement?.text ?? "", parameters, (row) => {
          size += seen++ < offset ? 0 : JSON.stringify(row).length;
          cut = size > limits.bytes;
          return !cut && seen <= offset + limit;
        });
        const page = rows.slice(offset);
        if (cut && page.length === 0)
          throw new RefusedStatement(
            `one row has more than ${limits.bytes} bytes; select fewer columns, or parts of them with substr()`,
          );
        return { columns, rows: page, more };
      }),
    change: (work, settle, signal) =>
      work.statements.some(changesSchema)
        ? changeSchema(work, settle, signal)
        : changing(signal, async (session) => settle(await tryWork(work, session))),
    restore: (changes, signal) =>
      changing(signal, async (session) => {
        const catalogue = await readCatalogue(session);
        const watched = [...catalogue.objects.values()].flat().filter(({ kind }) => kind === "table");
        const hasTriggers = catalogue.triggers.length > 0;
        await restoreRows(changes, { session, watched: hasTriggers ? watched.map((one) => one.name) : [] });
      }),
    tables: (signal) => reading(signal, tableShapes),
    close: async () => {},
  };

  /** The server commits a schema change at once, so everything is checked and stored before. */
  async function changeSchema<Result>(
    { statements: [statement], parameters }: Work,
    settle: (tried: TrialEffects) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    return changing(signal, async (session) => {
      const catalogue = await readCatalogue(session);
      const before = await definitionsOf(statement?.touches ?? [], catalogue, session);
      const dump = await allDefinitions(catalogue, session);
      const result = await settle({
        dump,
        counts: [],
        changes: [],
        locks: [],
        schema: before.map((line) => `- ${line}`),
        noUndo: "it changes the schema",
        untried: "MariaDB and MySQL commit a change of the schema at once",
      });
      await session.query(statement?.text ?? "", parameters);
      return result;
    });
  }

  async function tryWork({ statements, parameters }: Work, session: MariaSession): Promise<TrialEffects> {
    const written = [...new Set(statements.flatMap((one) => (one as MariaStatement).written))].sort(); // made by analyse()
    const before: TableRows[] = [];
    for (const table of written) before.push(await readRows(table, session));
    const triggersBefore = await triggersRun(session);
    const rows: Readonly<Record<string, unknown>>[] = [];
    const affected: number[] = [];
    for (const { text } of statements) {
      const found = await session.query(text, parameters);
      rows.push(...found.rows.slice(0, Math.max(0, limits.rows - rows.length)));
      affected.push(found.affected);
    }
    const seesTriggers = statements.some(({ touches }) =>
      touches.some(({ byTrigger }) => byTrigger === true),
    );
    if (!seesTriggers && (await triggersRun(session)) > triggersBefore)
      throw new RefusedStatement(
        "a trigger ran that this role cannot see; grant it TRIGGER, so that its changes can be shown",
      );
    const large = before.filter((one) => one.rows === undefined);
    if (large.length > 0) return { ...countsOfLarge(large, statements, affected), rows };
    const changes: RowChange[] = [];
    for (const table of before)
      changes.push(...differingRows(table, (await readRows(table.table, session)).rows ?? []));
    const counts = before.map((table) => countOf(table, changes));
    const shown = { counts, schema: [], locks: [], rows };
    if (changes.length <= limits.undoRows) return { ...shown, changes };
    const noUndo = `it changes ${changes.length} rows, and the previous content of at most ${limits.undoRows} is kept`;
    return { ...shown, changes: [], noUndo };
  }
}

/** Splits at semicolons. */
function split(tokens: readonly Token[]): Token[][] {
  const statements: Token[][] = [[]];
  for (const token of tokens)
    if (token.kind === "sign" && token.value === ";") statements.push([]);
    else statements.at(-1)?.push(token);
  return statements.filter((one) => one.length > 0);
}

/** Analyses one statement. Its tokens run, without the comments. */
async function analyseOne(
  tokens: readonly Token[],
  catalogue: Catalogue,
  session: MariaSession,
): Promise<MariaStatement> {
  const { touches, written } = resolveNames(readStatement(tokens, catalogue), catalogue);
  const text = joinTokens(tokens);
  await session.parse(text);
  return { text, touches, written };
}

function changesSchema({ touches }: Statement): boolean {
  return touches.some(({ verb }) => verb === "schema");
}

async function triggersRun(session: MariaSession): Promise<number> {
  const { rows } = await session.query(TRIGGERS_RUN);
  return Number(rows[0]?.Value ?? 0);
}

function countOf({ table, rows = [] }: TableRows, changes: readonly RowChange[]): TableCount {
  const name = objectName(undefined, table);
  const own = changes.filter((change) => change.table === name);
  const count = (is: (change: RowChange) => boolean) => own.filter(is).length;
  return {
    table: name,
    inserted: count(({ before }) => before === undefined),
    updated: count(({ before, after }) => before !== undefined && after !== undefined),
    deleted: count(({ after }) => after === undefined),
    total: rows.length,
  };
}

/** Counts the changes of tables that are too large to compare, by the server's row count of a single statement. */
function countsOfLarge(
  [large, further]: readonly TableRows[],
  statements: readonly Statement[],
  [affected = 0]: readonly number[],
): Omit<TrialEffects, "rows"> {
  const [statement, next] = statements;
  const verbs = (statement?.touches ?? []).filter(({ verb }) => /^(?:insert|update|delete)$/.test(verb));
  const [{ verb } = { verb: "update" }, other] = verbs;
  if (large === undefined || further !== undefined || next !== undefined || other !== undefined)
    throw new RefusedStatement(
      `the table ${large?.table ?? ""} is too large to compare row by row; change it in a separate statement that touches no other table`,
    );
  const table = objectName(undefined, large.table);
  const none = { table, inserted: 0, updated: 0, deleted: 0 };
  return {
    counts: [
      { ...none, [verb === "insert" ? "inserted" : verb === "delete" ? "deleted" : "updated"]: affected },
    ],
    changes: [],
    schema: [],
    locks: [],
    noUndo: `${table} is too large to keep its previous rows`,
  };
}

async function tableShapes(session: MariaSession): Promise<TableShape[]> {
  const { rows } = await session.query(COLUMNS);
  const keys = Map.groupBy((await session.query(KEYS)).rows, ({ name }) => String(name));
  return [...Map.groupBy(rows, ({ name }) => String(name))].map(([table, own]) => ({
    table: objectName(undefined, table),
    kind: /VIEW/.test(String(own[0]?.type)) ? "view" : "table",
    columns: own.map(({ col, kind, nullable }) => `${col} ${kind}${nullable === "NO" ? " not null" : ""}`),
    keys: [...Map.groupBy(keys.get(table) ?? [], ({ called }) => String(called))].map(([called, parts]) => {
      const columns = parts.map(({ col }) => String(col)).join(", ");
      if (typeof parts[0]?.parent !== "string")
        return `${called === "PRIMARY" ? "PRIMARY KEY" : "UNIQUE"} (${columns})`;
      return `FOREIGN KEY (${columns}) REFERENCES ${parts[0].parent}(${parts.map(({ ref }) => String(ref)).join(", ")})`;
    }),
  }));
}

/** The whole definitions of the objects that a statement changes, with keys, constraints and triggers, in the server's format. */
async function definitionsOf(
  touches: readonly ObjectAccess[],
  catalogue: Catalogue,
  session: MariaSession,
): Promise<string[]> {
  const changed = new Set(touches.filter(({ verb }) => verb === "schema").map(({ object }) => object));
  return linesOf(
    [...catalogue.objects.values()].flat().filter(({ name }) => changed.has(objectName(undefined, name))),
    catalogue,
    session,
  );
}

/** Only this many objects of a larger schema are stored, because each one takes a query. */
const MAX_OBJECTS = 2_000;

/** The definitions of the whole database, as far as the role may see them. */
async function allDefinitions(catalogue: Catalogue, session: MariaSession): Promise<string[]> {
  const lines: string[] = [];
  for (const object of [...catalogue.objects.values()].flat().slice(0, MAX_OBJECTS))
    lines.push(...(await linesOf([object], catalogue, session).catch(() => [])));
  return lines;
}

async function linesOf(
  objects: readonly CatalogueObject[],
  catalogue: Catalogue,
  session: MariaSession,
): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, kind } of objects) {
    const show = async (sql: string, column: string) =>
      String((await session.query(sql)).rows[0]?.[column] ?? "");
    lines.push(
      kind === "view"
        ? await show(`SHOW CREATE VIEW ${backquoted(name)}`, "Create View")
        : await show(`SHOW CREATE TABLE ${backquoted(name)}`, "Create Table"),
    );
    for (const trigger of catalogue.triggers.filter(({ table }) => table === name))
      lines.push(await show(`SHOW CREATE TRIGGER ${backquoted(trigger.name)}`, "SQL Original Statement"));
  }
  return lines.filter((line) => line !== "");
}
