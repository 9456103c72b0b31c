import type { SqliteDatabase } from "./sqlite-database.ts";
import type { StepRepository } from "./store.ts";
import { stepExists } from "./store-errors.ts";

export function sqliteSteps(database: SqliteDatabase): StepRepository {
  return {
    async append({ runId, number, node, patch, at }) {
      const changes = database.run(
        "INSERT INTO steps VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        runId,
        number,
        node,
        JSON.stringify(patch),
        at,
      );
      if (changes === 0) throw stepExists(runId, number);
    },
    async list(runId) {
      const rows = database.all(
        "SELECT number, node, patch, at FROM steps WHERE runId = ? ORDER BY number",
        runId,
      );
      return rows.map(({ number, node, patch, at }) => ({
        runId,
        number: Number(number),
        node: String(node),
        patch: JSON.parse(String(patch)),
        at: Number(at),
      }));
    },
  };
}
