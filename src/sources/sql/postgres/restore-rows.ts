import { DejimaError } from "../../../contract/error.ts";
import type { RowChange, StoredRow } from "../database.ts";
import { partsOf, quoted } from "../object-name.ts";
import { countChanges } from "./changed-rows.ts";
import type { PostgresSession } from "./postgres-session.ts";

/**
 * Restores changed rows in the transaction of a session. Throws if one has changed since, or if more would
 * change.
 */
export async function restoreRows(changes: readonly RowChange[], session: PostgresSession): Promise<void> {
  const tables = await inOrder([...new Set(changes.map(({ table }) => table))], session);
  const of = (table: string) => changes.filter((change) => change.table === table);
  const run = async (table: string, sql: string, values: readonly unknown[]) => {
    const { rows } = await session.query(`${sql} RETURNING 1 AS one`, values);
    if (rows.length !== 1) throw conflict(`a row of "${table}" is not as the call left it`);
  };
  await session.query("SET CONSTRAINTS ALL DEFERRED");
  for (const table of tables.toReversed())
    for (const { before, after } of of(table))
      if (before === undefined && after !== undefined) {
        const { text, values } = where(after, 0);
        const one = `SELECT ctid FROM ${sqlName(table)} WHERE ${text} LIMIT 1`;
        await run(table, `DELETE FROM ${sqlName(table)} WHERE ctid = (${one})`, values);
      }
  for (const table of tables)
    for (const { before, after } of of(table))
      if (before !== undefined && after === undefined) {
        const names = Object.keys(before);
        const places = names.map((_name, at) => `$${at + 1}`).join(", ");
        const columns = names.map(quoted).join(", ");
        const insert = `INSERT INTO ${sqlName(table)} (${columns}) OVERRIDING SYSTEM VALUE VALUES (${places})`;
        await run(table, insert, Object.values(before));
      }
  for (const { table, before, after } of changes)
    if (before !== undefined && after !== undefined) {
      const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
      const set = changed.map((name, at) => `${quoted(name)} = $${at + 1}`).join(", ");
      const { text, values } = where(after, changed.length);
      const update = `UPDATE ${sqlName(table)} SET ${set} WHERE ${text}`;
      await run(table, update, [...changed.map((name) => before[name]), ...values]);
    }
  const counts = await countChanges(session);
  const done = counts.reduce((sum, { inserted, updated, deleted }) => sum + inserted + updated + deleted, 0);
  if (done !== changes.length)
    throw conflict("a trigger or a foreign key would change further rows when these rows are restored");
}

/** Sorts parents before the tables that refer to them. */
async function inOrder(tables: readonly string[], session: PostgresSession): Promise<string[]> {
  const { rows } = await session.query(
    `SELECT p.name AS parent, c.name AS child FROM pg_catalog.pg_constraint k
     JOIN unnest($1::text[]) AS p(name) ON k.confrelid = pg_catalog.to_regclass(p.name)
     JOIN unnest($1::text[]) AS c(name) ON k.conrelid = pg_catalog.to_regclass(c.name) WHERE k.contype = 'f' AND p.name <> c.name`,
    [tables.map(sqlName)],
  );
  const ordered: string[] = [];
  const visit = (table: string, trail: readonly string[]): void => {
    if (ordered.includes(table) || trail.includes(table)) return;
    for (const { parent, child } of rows)
      if (child === sqlName(table))
        visit(tables.find((one) => sqlName(one) === parent) ?? table, [...trail, table]);
    ordered.push(table);
  };
  for (const table of tables) visit(table, []);
  return ordered;
}

function where(row: StoredRow, from: number): { text: string; values: unknown[] } {
  const parts = Object.keys(row).map(
    (name, at) => `${quoted(name)}::text IS NOT DISTINCT FROM $${from + at + 1}`,
  );
  return { text: parts.join(" AND "), values: Object.values(row) };
}

/** The name of a table in SQL. Names are stored in the spelling of rules, with odd parts quoted as JSON. */
function sqlName(object: string): string {
  const names = partsOf(object).map(quoted);
  return names.length === 1 ? `"public".${names[0]}` : names.join(".");
}

function conflict(message: string): DejimaError {
  return new DejimaError("conflict", message);
}
