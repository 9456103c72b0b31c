import { documentText } from "../document-text.ts";
import type { DocumentRepository } from "../store.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

export function sqliteDocuments(database: SqliteDatabase): DocumentRepository {
  return {
    async put(collection, key, value) {
      database.run(
        "INSERT INTO documents VALUES (?, ?, ?) ON CONFLICT (shelf, key) DO UPDATE SET json = excluded.json",
        collection,
        key,
        documentText(collection, key, value),
      );
    },
    async get(collection, key) {
      const row = database.get("SELECT json FROM documents WHERE shelf = ? AND key = ?", collection, key);
      return row && JSON.parse(String(row.json));
    },
    async delete(collection, key) {
      return database.run("DELETE FROM documents WHERE shelf = ? AND key = ?", collection, key) > 0;
    },
    async list(collection, { prefix = "", limit = -1 } = {}) {
      // The first comparison lets the index skip what comes before; the second compares bytes, exactly.
      const sql = `SELECT key, json FROM documents WHERE shelf = ? AND key >= ?
        AND substr(CAST(key AS BLOB), 1, ?) = CAST(? AS BLOB) ORDER BY key LIMIT ?`;
      const rows = database.all(sql, collection, prefix, Buffer.byteLength(prefix), prefix, limit);
      return rows.map((row) => ({ key: String(row.key), value: JSON.parse(String(row.json)) }));
    },
  };
}
