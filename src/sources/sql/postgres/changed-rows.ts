import type { ObjectAccess, RowChange, StoredRow, TableCount } from "../database.ts";
import { objectName, quoted } from "../object-name.ts";
import { pairRows } from "../pair-rows.ts";
import type { PostgresSession } from "./postgres-session.ts";

/** Counting all rows of a larger table would take too long. */
const MAX_COUNTED_ROWS = 1_000_000;

const COUNTS = `
SELECT s.relid::int8 AS oid, s.schemaname AS schema, s.relname AS name, s.n_tup_ins AS inserted, s.n_tup_upd AS updated, s.n_tup_del AS deleted
FROM pg_catalog.pg_stat_xact_user_tables s WHERE s.n_tup_ins + s.n_tup_upd + s.n_tup_del > 0 ORDER BY 2, 3`;

const COLUMNS = `
SELECT a.attname AS name, COALESCE(a.attnum = ANY(i.indkey), false) AS key
FROM pg_catalog.pg_attribute a LEFT JOIN pg_catalog.pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum`;

const LOCKS = `
SELECT c.relname AS name, l.mode FROM pg_catalog.pg_locks l JOIN pg_catalog.pg_class c ON c.oid = l.relation
WHERE l.pid = pg_catalog.pg_backend_pid() AND l.granted AND c.relkind IN ('r', 'p') AND c.relnamespace <> 'pg_catalog'::regnamespace
  AND l.mode NOT IN ('AccessShareLock', 'RowShareLock') ORDER BY 1, 2`;

interface ChangedTable extends TableCount {
  readonly oid: number;
  /** The quoted name. */
  readonly sql: string;
}

/** How many rows of which tables the transaction has changed so far, including triggers and cascades. */
export async function countChanges(session: PostgresSession): Promise<ChangedTable[]> {
  const { rows } = await session.query(COUNTS);
  return rows.map((row) => ({
    oid: Number(row.oid),
    table: objectName(String(row.schema), String(row.name)),
    sql: `${quoted(String(row.schema))}.${quoted(String(row.name))}`,
    inserted: Number(row.inserted),
    updated: Number(row.updated),
    deleted: Number(row.deleted),
  }));
}

/** The number of rows of a table, as another session sees it. `undefined` if it is too large to count. */
export async function countRows(
  { oid, sql }: ChangedTable,
  observer: PostgresSession,
): Promise<number | undefined> {
  const { rows } = await observer.query(
    "SELECT reltuples::float8 AS about FROM pg_catalog.pg_class WHERE oid = $1::oid",
    [oid],
  );
  if (Number(rows[0]?.about ?? 0) > MAX_COUNTED_ROWS) return undefined;
  const counted = await observer.query(`SELECT count(*) AS n FROM ${sql}`);
  return Number(counted.rows[0]?.n ?? 0);
}

/** The locks of a session that others would wait for. */
export async function lockedTables(session: PostgresSession): Promise<string[]> {
  const { rows } = await session.query(LOCKS);
  return rows.map(({ name, mode }) => `${name} (${mode})`);
}

/**
 * The rows that an open transaction has changed in one table, before and after. Another session still sees
 * the old versions, and each carries the id of the transaction that replaces it; the new versions carry it as
 * well. No trigger is needed.
 */
export async function changedRows(
  table: ChangedTable,
  { session, observer, xid }: { session: PostgresSession; observer: PostgresSession; xid: string },
): Promise<RowChange[]> {
  const { rows: columns } = await session.query(COLUMNS, [table.oid]);
  const names = columns.map(({ name }) => String(name));
  const keys = columns.filter(({ key }) => key === true).map(({ name }) => String(name));
  const list = ["ctid", ...names].map((name) => `${quoted(name)}::text AS ${quoted(name)}`).join(", ");
  const select = (column: "xmin" | "xmax") => `SELECT ${list} FROM ${table.sql} WHERE ${column} = $1::xid`;
  const old = await observer.query(select("xmax"), [xid]);
  const ids = old.rows.map(({ ctid }) => String(ctid));
  // A row that still exists under the same id was only locked.
  const same = await session.query(
    `SELECT ctid::text AS ctid FROM ${table.sql} WHERE ctid = ANY($1::tid[])`,
    [ids],
  );
  const locked = new Set(same.rows.map(({ ctid }) => String(ctid)));
  const before = old.rows.filter(({ ctid }) => !locked.has(String(ctid))).map((row) => storedRow(row, names));
  const after = (await session.query(select("xmin"), [xid])).rows.map((row) => storedRow(row, names));
  return pairRows({ table: table.table, before, after, keys });
}

function storedRow(row: Readonly<Record<string, unknown>>, names: readonly string[]): StoredRow {
  return Object.fromEntries(names.map((name) => [name, row[name] === null ? null : String(row[name])]));
}

/** Only this many definitions of a larger schema are stored. */
const MAX_DEFINITIONS = 20_000;

const NAMED = `SELECT DISTINCT c.oid, c.relkind, c.oid::regclass::text AS name FROM unnest($1::text[]) AS w(name)
  JOIN pg_catalog.pg_class c ON c.oid = pg_catalog.to_regclass(w.name)`;

const OWN = "n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'";

const ALL = `SELECT c.oid, c.relkind, c.oid::regclass::text AS name FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND ${OWN}`;

/** User-defined functions. Functions of extensions are restored with the extension. */
const FUNCTIONS = `UNION ALL SELECT p.proname, 6, pg_catalog.pg_get_functiondef(p.oid) FROM pg_catalog.pg_proc p
  JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace AND ${OWN} WHERE p.prokind IN ('f', 'p')
  AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`;

const definitions = (objects: string, more = "") => `
WITH t AS (${objects})
SELECT t.name, 1 AS place, t.name || ' (' || pg_catalog.string_agg(a.attname || ' ' || pg_catalog.format_type(a.atttypid, a.atttypmod)
    || COALESCE(' default ' || pg_catalog.pg_get_expr(d.adbin, d.adrelid), '') || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END, ', ' ORDER BY a.attnum) || ')' AS line
  FROM t JOIN pg_catalog.pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum GROUP BY t.name
UNION ALL SELECT t.name, 2, 'ALTER TABLE ' || t.name || ' ADD CONSTRAINT ' || pg_catalog.quote_ident(k.conname) || ' ' || pg_catalog.pg_get_constraintdef(k.oid)
  FROM t JOIN pg_catalog.pg_constraint k ON k.conrelid = t.oid
UNION ALL SELECT t.name, 3, pg_catalog.pg_get_indexdef(i.indexrelid) FROM t JOIN pg_catalog.pg_index i ON t.oid IN (i.indrelid, i.indexrelid)
  WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_constraint k WHERE k.conindid = i.indexrelid)
UNION ALL SELECT t.name, 4, pg_catalog.pg_get_triggerdef(g.oid) FROM t JOIN pg_catalog.pg_trigger g ON g.tgrelid = t.oid AND NOT g.tgisinternal
UNION ALL SELECT t.name, 5, t.name || ' AS ' || pg_catalog.pg_get_viewdef(t.oid) FROM t WHERE t.relkind IN ('v', 'm')
${more}
ORDER BY 1, 2, 3 LIMIT ${MAX_DEFINITIONS}`;

/**
 * The whole definitions of the objects that a statement changes, with defaults, constraints, indexes, triggers and queries of
 * views.
 */
export async function definitionsOf(
  touches: readonly ObjectAccess[],
  session: PostgresSession,
): Promise<string[]> {
  const objects = [...new Set(touches.filter(({ verb }) => verb === "schema").map(({ object }) => object))];
  const { rows } = await session.query(definitions(NAMED), [objects]);
  return [...new Set(rows.map(({ line }) => String(line)))];
}

/** The definitions of the whole database, as far as the role may see them. */
export async function allDefinitions(session: PostgresSession): Promise<string[]> {
  const { rows } = await session.query(definitions(ALL, FUNCTIONS));
  return [...new Set(rows.map(({ line }) => String(line)))];
}
