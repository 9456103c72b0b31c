import { markSchema } from "../../contract/mark.ts";
import type { MarkRepository } from "../mark-repository.ts";
import type { Row, SqliteDatabase } from "./sqlite-database.ts";

export function sqliteMarks(database: SqliteDatabase): MarkRepository {
  const parse = (row: Row) => markSchema.parse(JSON.parse(String(row.json)));
  return {
    async put(marks) {
      database.transaction(() => {
        for (const mark of marks) {
          database.run("DELETE FROM marks WHERE kind = ? AND key = ?", mark.kind, mark.key);
          database.run(
            "INSERT INTO marks (kind, key, cleared, json) VALUES (?, ?, ?, ?)",
            mark.kind,
            mark.key,
            mark.sources.length === 0 ? 1 : 0,
            JSON.stringify(mark),
          );
        }
      });
    },
    async list({ limit, kind, before }) {
      const rows = database.all(
        `SELECT revision, json FROM marks WHERE cleared = 0 AND (?1 IS NULL OR kind = ?1) AND (?3 IS NULL OR revision < ?3)
          ORDER BY revision DESC LIMIT ?2`,
        kind ?? null,
        limit,
        before ?? null,
      );
      return rows.map((row) => ({ ...parse(row), revision: Number(row.revision) }));
    },
    async changedSince(since) {
      const rows = database.all(
        "SELECT revision, json FROM marks WHERE revision > ? ORDER BY revision",
        since,
      );
      return { revision: Number(rows.at(-1)?.revision ?? since), marks: rows.map(parse) };
    },
  };
}
