import { constants } from "node:sqlite";
import type { RowChange, StoredRow, StoredValue } from "../database.ts";

const TABLE = 0x54;

/**
 * Parses the changeset format of SQLite's session extension (sqlite.org/sessionintro.html). `columnsOf` names
 * a table's columns.
 */
export function readChangeset(bytes: Buffer, columnsOf: (table: string) => readonly string[]): RowChange[] {
  const changes: RowChange[] = [];
  let at = 0;
  let [table, width]: [string, number] = ["", 0];
  let columns: readonly string[] = [];
  while (at < bytes.length) {
    const operation = bytes[at++];
    if (operation === TABLE) {
      width = varint();
      at += width; // one byte per column: whether it belongs to the key
      const end = bytes.indexOf(0, at);
      table = bytes.toString("utf8", at, end);
      at = end + 1;
      columns = columnsOf(table);
      if (columns.length !== width) throw new Error(`the columns of "${table}" cannot be told apart`);
      continue;
    }
    at++; // whether a trigger or a foreign key did it
    if (operation === constants.SQLITE_INSERT) changes.push({ table, after: row() });
    else if (operation === constants.SQLITE_DELETE) changes.push({ table, before: row() });
    else {
      const before = row();
      changes.push({ table, before, after: { ...before, ...row() } });
    }
  }
  return changes;

  function row(): StoredRow {
    const found: Record<string, StoredValue> = {};
    for (const name of columns) {
      const stored = value();
      if (stored !== undefined) found[name] = stored;
    }
    return found;
  }

  /** One value. `undefined` for a column that did not change. */
  function value(): StoredValue | undefined {
    switch (bytes[at++]) {
      case 1:
        return { i: String(take(8).readBigInt64BE()) };
      case 2:
        return take(8).readDoubleBE();
      case 3:
        return take(varint()).toString();
      case 4:
        return { b: take(varint()).toString("base64") };
      case 5:
        return null;
      default:
        return undefined;
    }
  }

  function take(length: number): Buffer {
    at += length;
    return bytes.subarray(at - length, at);
  }

  function varint(): number {
    let found = 0;
    for (let count = 0; count < 9; count++) {
      const byte = bytes[at++] ?? 0;
      found = found * 128 + (byte & 127);
      if (byte < 128) break;
    }
    return found;
  }
}
