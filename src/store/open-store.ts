import type { z } from "zod";
import { approvalSchema } from "../contract/approval.ts";
import { executionSchema } from "../contract/execution.ts";
import { grantSchema } from "../contract/grant.ts";
import { scheduleSchema } from "../contract/schedule.ts";
import { once } from "../support/once.ts";
import { sqliteConversations } from "./sqlite/sqlite-conversations.ts";
import { migrate, openSqlite, sqliteError } from "./sqlite/sqlite-database.ts";
import { type LedgerTable, sqliteLedger } from "./sqlite/sqlite-ledger.ts";
import { sqliteMemories } from "./sqlite/sqlite-memories.ts";
import { sqliteDocuments, sqliteMarks, sqliteSteps, sqliteVectors } from "./sqlite/sqlite-repositories.ts";
import { sqliteRuns } from "./sqlite/sqlite-runs.ts";
import { sqliteStatistics } from "./sqlite/sqlite-statistics.ts";
import type { LedgerEntry, Store } from "./store.ts";
import { storeClosed } from "./store-errors.ts";

/** Opens the SQLite store in `file`, making it when it is missing. Several processes may use one file at once. */
export async function openStore({ file }: { readonly file: string }): Promise<Store> {
  const database = await openSqlite(file, migrate);
  let closed = false;
  const synced = once(async () => {
    if (closed) throw storeClosed();
    return openSqlite(file, (connection) => connection.exec("PRAGMA synchronous = FULL"));
  });
  const ledger = <Entry extends LedgerEntry>(table: LedgerTable<Entry>["table"], schema: z.ZodType<Entry>) =>
    withClearErrors(file, sqliteLedger<Entry>({ table, schema, connection: synced.get }), ["watch"]);
  return {
    runs: withClearErrors(file, sqliteRuns(database)),
    statistics: withClearErrors(file, sqliteStatistics(database)),
    documents: withClearErrors(file, sqliteDocuments(database)),
    conversations: withClearErrors(file, sqliteConversations(database)),
    steps: withClearErrors(file, sqliteSteps(database)),
    vectors: withClearErrors(file, sqliteVectors(database)),
    memories: withClearErrors(file, sqliteMemories(database)),
    marks: withClearErrors(file, sqliteMarks(database)),
    approvals: ledger("approvals", approvalSchema),
    grants: ledger("grants", grantSchema),
    executions: ledger("executions", executionSchema),
    schedules: ledger("schedules", scheduleSchema),
    async close() {
      closed = true;
      database.close();
      (await synced.made?.catch(() => undefined))?.close();
    },
  };
}

/** Every asynchronous method of a repository, with the database's errors turned into ours. */
function withClearErrors<Repository extends object>(
  file: string,
  repository: Repository,
  synchronous: readonly (keyof Repository)[] = [],
): Repository {
  const methods = Object.entries(repository).filter(
    ([name]) => !synchronous.includes(name as keyof Repository),
  );
  const guarded = methods.map(([name, method]) => [
    name,
    async (...parameters: unknown[]) => {
      try {
        return await method(...parameters);
      } catch (error) {
        throw sqliteError(file, error);
      }
    },
  ]);
  return { ...repository, ...Object.fromEntries(guarded) };
}
