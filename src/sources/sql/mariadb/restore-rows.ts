import { DejimaError } from "../../../contract/error.ts";
import type { RowChange, StoredRow, StoredValue } from "../database.ts";
import { partsOf } from "../object-name.ts";
import {
  backquoted,
  type Column,
  columnsOf,
  differingRows,
  readRows,
  type TableRows,
} from "./changed-rows.ts";
import type { MariaSession } from "./mariadb-session.ts";

/**
 * Restores changed rows in the transaction of a session. Throws if one has changed since, or if more would
 * change.
 */
export async function restoreRows(
  changes: readonly RowChange[],
  { session, watched }: { readonly session: MariaSession; readonly watched: readonly string[] },
): Promise<void> {
  const byTable = Map.groupBy(changes, ({ table }) => partsOf(table)[0] ?? table);
  const known = new Map<string, Column[]>();
  for (const table of byTable.keys()) known.set(table, await columnsOf(table, session));
  const before: TableRows[] = [];
  for (const table of new Set([...byTable.keys(), ...watched])) before.push(await readRows(table, session));
  const run = async (table: string, sql: string, values: readonly unknown[]) => {
    const { affected } = await session.query(sql, values);
    if (affected !== 1) throw conflict(`a row of "${table}" is not as the call left it`);
  };
  // Rows are restored in any order; the keys between them are checked below.
  await session.query(
    "SET SESSION foreign_key_checks = 0, sql_mode = CONCAT(@@sql_mode, ',NO_AUTO_VALUE_ON_ZERO')",
  );
  for (const [table, own] of byTable) {
    const columns = known.get(table) ?? [];
    const name = backquoted(table);
    for (const { before: old, after } of own) {
      const is = after === undefined ? undefined : where(after, columns);
      if (is !== undefined && old === undefined)
        await run(table, `DELETE FROM ${name} WHERE ${is.sql} LIMIT 1`, is.values);
      else if (is !== undefined && old !== undefined) {
        const changed = Object.keys(old).filter((one) => !isSame(old[one], after?.[one]));
        const set = changed.map((one) => `${backquoted(one)} = ${place(one, columns)}`).join(", ");
        const values = [...changed.map((one) => sent(old[one])), ...is.values];
        await run(table, `UPDATE ${name} SET ${set} WHERE ${is.sql} LIMIT 1`, values);
      }
    }
  }
  for (const [table, own] of byTable)
    for (const { before: old, after } of own)
      if (old !== undefined && after === undefined) {
        const names = Object.keys(old);
        const places = names.map((one) => place(one, known.get(table) ?? [])).join(", ");
        const insert = `INSERT INTO ${backquoted(table)} (${names.map(backquoted).join(", ")}) VALUES (${places})`;
        await run(
          table,
          insert,
          names.map((one) => sent(old[one])),
        );
      }
  await checkKeys([...byTable.keys()], session);
  const done = [];
  for (const rows of before)
    done.push(...differingRows(rows, (await readRows(rows.table, session)).rows ?? []));
  if (done.length !== changes.length)
    throw conflict("a trigger or a foreign key would change further rows when these rows are restored");
}

/** Throws if a restored row refers to one that is gone, or if others refer to a row that would be deleted. */
async function checkKeys(tables: readonly string[], session: MariaSession): Promise<void> {
  const { rows } = await session.query(
    `SELECT CONSTRAINT_NAME AS name, TABLE_NAME AS child, COLUMN_NAME AS col, REFERENCED_TABLE_NAME AS parent, REFERENCED_COLUMN_NAME AS ref
     FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME IS NOT NULL ORDER BY ORDINAL_POSITION`,
  );
  for (const own of Map.groupBy(rows, ({ name, child }) => `${child} ${name}`).values()) {
    const [child, parent] = [String(own[0]?.child), String(own[0]?.parent)];
    if (!tables.includes(child) && !tables.includes(parent)) continue;
    const same = own
      .map(({ col, ref }) => `p.${backquoted(String(ref))} = c.${backquoted(String(col))}`)
      .join(" AND ");
    const filled = own.map(({ col }) => `c.${backquoted(String(col))} IS NOT NULL`).join(" AND ");
    const lost = await session.query(
      `SELECT 1 AS one FROM ${backquoted(child)} c WHERE ${filled} AND NOT EXISTS (SELECT 1 FROM ${backquoted(parent)} p WHERE ${same}) LIMIT 1`,
    );
    if (lost.rows.length > 0)
      throw conflict(`rows of "${child}" refer to rows of "${parent}" that would be gone`);
  }
}

function where(row: StoredRow, columns: readonly Column[]): { sql: string; values: unknown[] } {
  const names = Object.keys(row);
  // The key finds the row by its index; the texts are then compared byte by byte.
  const keys = names.filter((name) => columns.some((one) => one.name === name && one.isKey && !one.isBinary));
  const parts = [
    ...keys.map((name) => `${backquoted(name)} = ?`),
    ...names.map((name) => {
      const column = columns.find((one) => one.name === name);
      if (column === undefined) throw conflict(`the column "${name}" is gone`);
      return column.isBinary ? `${column.read} <=> ?` : `HEX(${column.read}) <=> HEX(?)`;
    }),
  ];
  return { sql: parts.join(" AND "), values: [...keys, ...names].map((name) => sent(row[name])) };
}

function place(name: string, columns: readonly Column[]): string {
  return columns.some((one) => one.name === name && one.isBinary) ? "UNHEX(?)" : "?";
}

function sent(value: StoredValue | undefined): unknown {
  if (typeof value !== "object" || value === null) return value ?? null;
  return "b" in value ? Buffer.from(value.b, "base64").toString("hex").toUpperCase() : value.i;
}

function isSame(a: StoredValue | undefined, b: StoredValue | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function conflict(message: string): DejimaError {
  return new DejimaError("conflict", message);
}
