import type { Step } from "../../contract/conversation.ts";
import type { StepRepository } from "../store.ts";
import { stepExists } from "../store-errors.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

export function sqliteSteps(database: SqliteDatabase): StepRepository {
  return {
    async append(steps) {
      const add = ({ runId, number, node, patch, at }: Step) => {
        const text = JSON.stringify(patch);
        const sql = "INSERT INTO steps VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
        if (database.run(sql, runId, number, node, text, at) === 0) throw stepExists(runId, number);
      };
      const [only, ...more] = steps;
      if (only === undefined) return;
      if (more.length === 0) add(only);
      else database.transaction(() => steps.forEach(add));
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
