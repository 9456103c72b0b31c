import type { DatabaseSync } from "node:sqlite";
import type { TableShape } from "../../../contract/data/database.ts";

/** A name in SQL quotes. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The stored columns of a table, in order. */
export function columnsOf(database: DatabaseSync, table: string): string[] {
  const found = database.prepare(`PRAGMA table_xinfo(${quoted(table)})`).all();
  return found.filter(({ hidden }) => hidden === 0).map(({ name }) => String(name));
}

const LISTED =
  "SELECT name, type FROM sqlite_schema WHERE type IN ('table','view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name";

/** The tables and views of a database. */
export function listTables(database: DatabaseSync): TableShape[] {
  return database
    .prepare(LISTED)
    .all()
    .map(({ name, type }) => {
      const table = String(name);
      const columns = database.prepare(`PRAGMA table_xinfo(${quoted(table)})`).all();
      const keys = database.prepare(`PRAGMA foreign_key_list(${quoted(table)})`).all();
      return {
        table,
        kind: type === "view" ? "view" : "table",
        columns: columns.map((column) =>
          [
            String(column.name),
            String(column.type || "any").toLowerCase(),
            ...(column.pk === 0 ? [] : ["primary key"]),
            ...(column.notnull === 0 ? [] : ["not null"]),
          ].join(" "),
        ),
        keys: keys.map(
          (key) =>
            `${key.from} references ${key.table}(${key.to ?? "its key"}) on delete ${String(key.on_delete).toLowerCase()}`,
        ),
      };
    });
}
