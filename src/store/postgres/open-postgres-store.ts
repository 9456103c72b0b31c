import type { z } from "zod";
import { type Approval, approvalSchema } from "../../contract/asking/approval.ts";
import { grantSchema } from "../../contract/asking/grant.ts";
import { executionSchema } from "../../contract/execution.ts";
import { scheduleSchema } from "../../contract/user/schedule.ts";
import type { AddJob } from "../shared-store.ts";
import type { LedgerEntry, Store } from "../store.ts";
import { withClearErrors } from "../store-errors.ts";
import { lifeLocks } from "./life-locks.ts";
import { postgresConversations } from "./postgres-conversations.ts";
import { postgresError } from "./postgres-database.ts";
import { type LedgerTable, postgresLedger } from "./postgres-ledger.ts";
import { postgresMemories } from "./postgres-memories.ts";
import { postgresNews } from "./postgres-news.ts";
import { postgresDocuments, postgresMarks, postgresSteps, postgresVectors } from "./postgres-repositories.ts";
import { postgresRuns } from "./postgres-runs.ts";
import { postgresShared } from "./postgres-shared.ts";
import { postgresSpends } from "./postgres-spends.ts";
import { postgresStatistics } from "./postgres-statistics.ts";
import { openTenantDatabase } from "./tenant-database.ts";

/** Opens the store in a PostgreSQL database and migrates its schema. Any number of machines may use one database. */
export async function openPostgresStore({
  address,
  tenant,
  addJob = async () => {},
}: {
  readonly address: string;
  /** The tenant whose rows are used. Default: the default tenant. */
  readonly tenant?: string | undefined;
  /** Adds jobs for workers. */
  readonly addJob?: AddJob | undefined;
}): Promise<Store> {
  const database = await openTenantDatabase(address, tenant);
  const clear = <Repository extends object>(repository: Repository, plain: (keyof Repository)[] = []) =>
    withClearErrors(repository, (error) => postgresError(database.place, error), plain);
  const news = postgresNews(database);
  const locks = lifeLocks(database);
  const ledger = <Entry extends LedgerEntry>(
    table: "approvals" | "grants" | "executions" | "schedules",
    schema: z.ZodType<Entry>,
    also?: LedgerTable<Entry>["also"],
  ) => clear(postgresLedger<Entry>({ table, schema, database, news, also }), ["watch"]);
  // A run that waits for an approval continues when the approval is answered or expires.
  const wakeRun: LedgerTable<Approval>["also"] = async ({ queries, before, after }) => {
    const { runId, status, expiresAt } = after;
    if (before === undefined) await addJob({ runId, notBefore: expiresAt, expires: after.id }, queries.send);
    else if (before.status === "pending" && status !== "pending") await addJob({ runId }, queries.send);
  };
  return {
    runs: clear(postgresRuns(database)),
    statistics: clear(postgresStatistics(database)),
    documents: clear(postgresDocuments(database)),
    conversations: clear(postgresConversations(database)),
    steps: clear(postgresSteps(database)),
    vectors: clear(postgresVectors(database)),
    memories: clear(postgresMemories(database)),
    marks: clear(postgresMarks(database)),
    approvals: ledger("approvals", approvalSchema, wakeRun),
    grants: ledger("grants", grantSchema),
    executions: ledger("executions", executionSchema),
    schedules: ledger("schedules", scheduleSchema),
    spends: clear(postgresSpends(database)),
    shared: postgresShared({ database, news, locks, addJob, clear }),
    async close() {
      locks.close();
      await news.close();
      await database.close();
    },
  };
}
