import type { Step } from "../../contract/conversation.ts";
import type { StepRepository } from "../store.ts";
import { stepExists } from "../store-errors.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/** Steps that were stored at once share a row: a run stores many of them, and a row costs more than what is in it. */
export function sqliteSteps(database: SqliteDatabase): StepRepository {
  const add = (runId: string, steps: readonly Step[], clean: (json: string) => string) => {
    const numbers = steps.map(({ number }) => number);
    const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
    const json = JSON.stringify(steps.map(({ number, node, patch, at }) => ({ number, node, patch, at })));
    const added = database.run(
      `INSERT INTO step_batches (runId, first, last, json) SELECT ?1, ?2, ?3, ?4
        WHERE NOT EXISTS (SELECT 1 FROM step_batches WHERE runId = ?1 AND first <= ?3 AND last >= ?2)`,
      runId,
      first,
      last,
      clean(json),
    );
    if (added === 0) throw stepExists(runId, first);
  };
  return {
    async append(steps, { clean = (json: string) => json } = {}) {
      const byRun = [...Map.groupBy(steps, ({ runId }) => runId)];
      const addAll = () => {
        for (const [runId, own] of byRun) add(runId, own, clean);
      };
      if (byRun.length > 1) database.transaction(addAll);
      else addAll();
    },
    async list(runId) {
      const rows = database.all("SELECT json FROM step_batches WHERE runId = ? ORDER BY first", runId);
      // Written by `append` alone.
      const steps = rows.flatMap(({ json }) => JSON.parse(String(json)) as Omit<Step, "runId">[]);
      return steps.map((step) => ({ runId, ...step }));
    },
  };
}
