import type { TableShape } from "../../../contract/data/database.ts";
import { DejimaError } from "../../../contract/error.ts";
import { once } from "../../../support/once.ts";
import {
  type Database,
  type ObjectAccess,
  type Page,
  RefusedStatement,
  type RowChange,
  type Statement,
  type TrialEffects,
  type Work,
} from "../database.ts";
import { objectName } from "../object-name.ts";
import {
  allDefinitions,
  changedRows,
  countChanges,
  countRows,
  definitionsOf,
  lockedTables,
} from "./changed-rows.ts";
import { inTransaction, type PostgresOptions, type PostgresSession } from "./postgres-session.ts";
import { readStatement } from "./read-statement.ts";
import { resolveNames } from "./resolve-names.ts";
import { restoreRows } from "./restore-rows.ts";

interface PostgresStatement extends Statement {
  readonly pages: boolean;
}

const TABLES = `
SELECT n.nspname AS schema, c.relname AS name, c.relkind AS kind,
  (SELECT pg_catalog.array_to_json(pg_catalog.array_agg(a.attname || ' ' || pg_catalog.format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END ORDER BY a.attnum))
   FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
  (SELECT pg_catalog.array_to_json(pg_catalog.array_agg(pg_catalog.pg_get_constraintdef(k.oid) ORDER BY k.conname))
   FROM pg_catalog.pg_constraint k WHERE k.conrelid = c.oid AND k.contype IN ('p', 'f', 'u')) AS keys
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' ORDER BY 1, 2 LIMIT 2000`;

/**
 * Opens a PostgreSQL database. PostgreSQL's own parser parses the statements, and its catalogue names the objects that they
 * touch.
 */
export function openPostgres(options: PostgresOptions): Database {
  const { limits } = options;
  const parser = once(async () => {
    const parsing = await import("libpg-query");
    await parsing.loadModule();
    return parsing;
  });

  async function analyse(sql: string, signal: AbortSignal): Promise<PostgresStatement[]> {
    const { parse } = await parser.get();
    return inTransaction(options, "READ ONLY", signal, async (session) => {
      const statements: PostgresStatement[] = [];
      const { stmts = [] } = await parse(sql).catch((error: unknown) => {
        throw new RefusedStatement(error instanceof Error ? error.message : "it cannot be parsed");
      });
      const bytes = Buffer.from(sql);
      for (const { stmt, stmt_location: from = 0, stmt_len: length } of stmts) {
        const text = bytes.toString("utf8", from, length === undefined ? undefined : from + length);
        const read = readStatement({ ...stmt });
        statements.push({ text, touches: await resolveNames(read, session), pages: read.pages });
      }
      return statements;
    });
  }

  async function tryWork(
    { statements, parameters }: Work,
    session: PostgresSession,
    signal: AbortSignal,
  ): Promise<TrialEffects> {
    const touches = statements.flatMap((statement) => statement.touches);
    const changesSchema = touches.some(({ verb }) => verb === "schema");
    const schemaBefore = changesSchema ? await definitionsOf(touches, session) : [];
    const dump = changesSchema ? await allDefinitions(session) : undefined;
    const rows: Readonly<Record<string, unknown>>[] = [];
    for (const { text } of statements) {
      const found = await session.query(text, parameters);
      rows.push(...found.rows.slice(0, Math.max(0, limits.rows - rows.length)));
    }
    // Runs deferred constraints now, so that their effects are seen.
    await session.query("SET CONSTRAINTS ALL IMMEDIATE");
    const counts = await countChanges(session);
    refuseUndeclared(options.name, counts, touches);
    const locks = await lockedTables(session);
    if (changesSchema) {
      const after = await definitionsOf(touches, session);
      const schema = [
        ...schemaBefore.filter((line) => !after.includes(line)).map((line) => `- ${line}`),
        ...after.filter((line) => !schemaBefore.includes(line)).map((line) => `+ ${line}`),
      ];
      return { counts, changes: [], schema, dump, locks, rows, noUndo: "it changes the schema" };
    }
    const total = counts.reduce(
      (sum, { inserted, updated, deleted }) => sum + inserted + updated + deleted,
      0,
    );
    if (total === 0) return { counts, changes: [], schema: [], locks, rows };
    const { rows: ids } = await session.query("SELECT pg_catalog.pg_current_xact_id()::xid::text AS xid");
    return inTransaction(options, "READ ONLY", signal, async (observer) => {
      const world = { session, observer, xid: String(ids[0]?.xid) };
      const counted = [];
      for (const table of counts) counted.push({ ...table, total: await countRows(table, observer) });
      const shown = {
        counts: counted.map(({ oid: _oid, sql: _sql, ...count }) => count),
        schema: [],
        locks,
        rows,
      };
      if (total > limits.undoRows)
        return {
          ...shown,
          changes: [],
          noUndo: `it changes ${total} rows, and the previous content of at most ${limits.undoRows} is kept`,
        };
      const changes: RowChange[] = [];
      for (const table of counts) changes.push(...(await changedRows(table, world)));
      const before = changes.filter((change) => change.before !== undefined).length;
      const after = changes.filter((change) => change.after !== undefined).length;
      const sum = (pick: (count: (typeof counts)[number]) => number) =>
        counts.reduce((all, one) => all + pick(one), 0);
      const isWhole =
        before === sum(({ updated, deleted }) => updated + deleted) &&
        after === sum(({ inserted, updated }) => inserted + updated);
      return {
        ...shown,
        changes,
        ...(isWhole ? {} : { noUndo: "some rows were changed more than once, or other rows refer to them" }),
      };
    });
  }

  return {
    analyse,
    query: ({ statements: [statement], parameters }, { offset, limit }, signal) =>
      inTransaction(options, "READ ONLY", signal, async (session): Promise<Page> => {
        const { text = "", pages = false } = (statement ?? {}) as Partial<PostgresStatement>; // made by analyse()
        if (!pages) {
          const { rows, columns } = await session.query(text, parameters);
          return { columns, rows: rows.slice(offset, offset + limit), more: rows.length > offset + limit };
        }
        await session.query(`DECLARE page NO SCROLL CURSOR FOR ${text}`, parameters);
        if (offset > 0) await session.query(`MOVE FORWARD ${offset} FROM page`);
        return readPage(session, { limit, bytes: limits.bytes });
      }),
    change: (work, settle, signal) =>
      inTransaction(options, "READ WRITE", signal, async (session) =>
        settle(await tryWork(work, session, signal)),
      ),
    restore: (changes, signal) =>
      inTransaction(options, "READ WRITE", signal, (session) => restoreRows(changes, session)),
    tables: (signal) =>
      inTransaction(options, "READ ONLY", signal, async (session): Promise<TableShape[]> => {
        const { rows } = await session.query(TABLES);
        return rows.map((row) => ({
          table: objectName(String(row.schema), String(row.name)),
          kind: row.kind === "v" || row.kind === "m" ? "view" : "table",
          columns: texts(row.columns),
          keys: texts(row.keys),
        }));
      }),
    close: async () => {},
  };
}

/**
 * Throws if rows of other tables changed. Rows may change in ways that no name in a statement shows, such as a type's check. The
 * effects of a function are judged as its call.
 */
function refuseUndeclared(
  name: string,
  counts: readonly { readonly table: string }[],
  touches: readonly ObjectAccess[],
) {
  if (touches.some(({ verb }) => verb === "call")) return;
  const declared = new Set(touches.filter(({ verb }) => verb !== "read").map(({ object }) => object));
  const further = counts.find(({ table }) => !declared.has(table));
  if (further !== undefined)
    throw new DejimaError(
      "conflict",
      `Cannot change "${name}": this would also change rows of ${further.table}, which the statement does not name. Nothing was changed`,
    );
}

const ROWS_PER_FETCH = 100;

async function readPage(
  session: PostgresSession,
  { limit, bytes }: { readonly limit: number; readonly bytes: number },
): Promise<Page> {
  const rows: Readonly<Record<string, unknown>>[] = [];
  let columns: readonly string[] = [];
  let size = 0;
  for (;;) {
    const found = await session.query(
      `FETCH FORWARD ${Math.min(ROWS_PER_FETCH, limit + 1 - rows.length)} FROM page`,
    );
    columns = found.columns;
    for (const row of found.rows) {
      size += JSON.stringify(row).length;
      if (rows.length === limit || (size > bytes && rows.length > 0)) return { columns, rows, more: true };
      if (size > bytes)
        throw new RefusedStatement(
          `one row has more than ${bytes} bytes; select fewer columns, or parts of them with substr()`,
        );
      rows.push(row);
    }
    if (found.rows.length === 0) return { columns, rows, more: false };
  }
}

function texts(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}
