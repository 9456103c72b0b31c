import type { DatabaseSync, Session } from "node:sqlite";
import type { RowChange, StoredRow, StoredValue } from "../database.ts";
import { readChangeset } from "./read-changeset.ts";
import { boundValue } from "./sqlite-values.ts";
import { columnsOf, quoted } from "./table-info.ts";
import { Refused } from "./watch-statement.ts";

/**
 * Restores changed rows inside an open transaction. Throws if one has changed since, or if triggers change
 * more.
 */
export function restoreRows(database: DatabaseSync, changes: readonly RowChange[], session: Session): void {
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
