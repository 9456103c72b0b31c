import type { RowChange, StoredRow, StoredValue } from "../database.ts";
import { objectName } from "../object-name.ts";
import { pairRows } from "../pair-rows.ts";
import type { MariaSession } from "./mariadb-session.ts";

/** Larger tables are not compared row by row. */
const MAX_COMPARED_ROWS = 100_000;
const MAX_BYTES = 64_000_000;

/** One column, and how its value is read without loss. */
export interface Column {
  readonly name: string;
  readonly isKey: boolean;
  /** Whether its bytes are stored instead of its text. */
  readonly isBinary: boolean;
  /** SQL that returns the value as text, bytes in hexadecimal. */
  readonly read: string;
}

/** A table with all its rows. */
export interface TableRows {
  readonly table: string;
  readonly columns: readonly Column[];
  /** `undefined` for a table that is too large. */
  readonly rows?: readonly StoredRow[] | undefined;
}

const BINARY =
  /^(?:binary|varbinary|tinyblob|blob|mediumblob|longblob|bit|geometry|point|linestring|polygon|multi\w+|geometrycollection)$/;

/** A name in MariaDB's quotes. */
export function backquoted(name: string): string {
  return `\`${name.replaceAll("`", "``")}\``;
}

/** The columns of a table that can be written. */
export async function columnsOf(table: string, session: MariaSession): Promise<Column[]> {
  const { rows } = await session.query(
    `SELECT COLUMN_NAME AS name, DATA_TYPE AS type, COLUMN_KEY AS keyed FROM information_schema.COLUMNS
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND COALESCE(GENERATION_EXPRESSION, '') = '' ORDER BY ORDINAL_POSITION`,
    [table],
  );
  return rows.map(({ name, type, keyed }) => {
    const column = backquoted(String(name));
    const isBinary = BINARY.test(String(type));
    // The text of a FLOAT has fewer digits than its value.
    const exact = type === "float" ? `CAST(${column} AS DOUBLE)` : column;
    const read = isBinary ? `HEX(CAST(${column} AS BINARY))` : `CONVERT(${exact} USING utf8mb4)`;
    return { name: String(name), isKey: keyed === "PRI", isBinary, read };
  });
}

/** Reads all rows of a table. Others cannot change them until the transaction ends. */
export async function readRows(table: string, session: MariaSession): Promise<TableRows> {
  const columns = await columnsOf(table, session);
  const { rows: size } = await session.query(
    "SELECT COALESCE(TABLE_ROWS, 0) AS n, COALESCE(DATA_LENGTH, 0) AS bytes FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?",
    [table],
  );
  if (Number(size[0]?.n) > 2 * MAX_COMPARED_ROWS || Number(size[0]?.bytes) > MAX_BYTES)
    return { table, columns };
  const list = columns.map(({ name, read }) => `${read} AS ${backquoted(name)}`).join(", ");
  const { rows } = await session.query(
    `SELECT ${list} FROM ${backquoted(table)} LIMIT ${MAX_COMPARED_ROWS + 1}`,
  );
  if (rows.length > MAX_COMPARED_ROWS) return { table, columns };
  return { table, columns, rows: rows.map((row) => storedRow(row, columns)) };
}

function storedRow(row: Readonly<Record<string, unknown>>, columns: readonly Column[]): StoredRow {
  return Object.fromEntries(
    columns.map(({ name, isBinary }): [string, StoredValue] => {
      const value = row[name];
      if (value === null || value === undefined) return [name, null];
      return [name, isBinary ? { b: Buffer.from(String(value), "hex").toString("base64") } : String(value)];
    }),
  );
}

/** The rows in which two readings of a table differ. */
export function differingRows(
  { table, columns, rows = [] }: TableRows,
  after: readonly StoredRow[],
): RowChange[] {
  const left = new Map<string, StoredRow[]>();
  for (const row of rows) {
    const text = JSON.stringify(row);
    left.set(text, [...(left.get(text) ?? []), row]);
  }
  const added = after.filter((row) => {
    const same = left.get(JSON.stringify(row));
    return same?.pop() === undefined;
  });
  return pairRows({
    table: objectName(undefined, table),
    before: [...left.values()].flat(),
    after: added,
    keys: columns.filter(({ isKey }) => isKey).map(({ name }) => name),
  });
}
