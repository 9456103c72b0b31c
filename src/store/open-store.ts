import { join } from "node:path";
import type { z } from "zod";
import { approvalSchema } from "../contract/asking/approval.ts";
import { grantSchema } from "../contract/asking/grant.ts";
import { executionSchema } from "../contract/execution.ts";
import { scheduleSchema } from "../contract/user/schedule.ts";
import { tenantNeedsPostgres } from "../contract/user/tenant.ts";
import { once } from "../support/once.ts";
import type { AddJob } from "./shared-store.ts";
import { createKeptRows } from "./sqlite/kept-rows.ts";
import { sqliteConversations } from "./sqlite/sqlite-conversations.ts";
import { migrate, openSqlite, sqliteError } from "./sqlite/sqlite-database.ts";
import { type LedgerTable, sqliteLedger } from "./sqlite/sqlite-ledger.ts";
import { sqliteMemories } from "./sqlite/sqlite-memories.ts";
import { sqliteDocuments, sqliteMarks, sqliteSteps, sqliteVectors } from "./sqlite/sqlite-repositories.ts";
import { sqliteRuns } from "./sqlite/sqlite-runs.ts";
import { sqliteSpends } from "./sqlite/sqlite-spends.ts";
import { sqliteStatistics } from "./sqlite/sqlite-statistics.ts";
import type { LedgerEntry, Store } from "./store.ts";
import { storeClosed, withClearErrors } from "./store-errors.ts";

/** The location of a store. */
interface StorePlace {
  readonly home: string;
  /** The URL of a PostgreSQL database. */
  readonly address?: string | undefined;
  /** The tenant whose rows are used. SQLite has one tenant. */
  readonly tenant?: string | undefined;
  /** Adds jobs for workers. Default: no jobs are added. */
  readonly addJob?: AddJob | undefined;
}

/** Opens the store in a PostgreSQL database if there is an address, otherwise the one in the home. */
export async function openStoreAt({ home, address, tenant, addJob }: StorePlace): Promise<Store> {
  if (address === undefined && tenant !== undefined) throw tenantNeedsPostgres(tenant);
  if (address === undefined) return openStore({ file: join(home, "dejima.db") });
  const { openPostgresStore } = await import("./postgres/open-postgres-store.ts");
  return openPostgresStore({ address, tenant, addJob });
}

/** Opens the SQLite store in `file`. Creates the file if it is missing. Several processes may use one file at once. */
export async function openStore({ file }: { readonly file: string }): Promise<Store> {
  const database = await openSqlite(file, migrate);
  const clear = <Repository extends object>(repository: Repository, plain: (keyof Repository)[] = []) =>
    withClearErrors(repository, (error) => sqliteError(file, error), plain);
  let closed = false;
  const synced = once(async () => {
    if (closed) throw storeClosed();
    return openSqlite(file, (connection) => connection.exec("PRAGMA synchronous = FULL"));
  });
  const ledger = <Entry extends LedgerEntry>(table: LedgerTable<Entry>["table"], schema: z.ZodType<Entry>) =>
    clear(sqliteLedger<Entry>({ table, schema, connection: synced.get }), ["watch"]);
  const spends = clear(sqliteSpends(database));
  const kept = createKeptRows(database);
  return {
    runs: clear(sqliteRuns(database)),
    statistics: clear(sqliteStatistics(database)),
    documents: clear(sqliteDocuments(database, kept)),
    conversations: clear(sqliteConversations(database)),
    steps: clear(sqliteSteps(database)),
    vectors: clear(sqliteVectors(database)),
    memories: clear(sqliteMemories(database, kept)),
    marks: clear(sqliteMarks(database)),
    approvals: ledger("approvals", approvalSchema),
    grants: ledger("grants", grantSchema),
    executions: ledger("executions", executionSchema),
    schedules: ledger("schedules", scheduleSchema),
    spends,
    async close() {
      if (!closed) await spends.flush().catch(() => {}); // a failed write must not keep the store open
      closed = true;
      database.close();
      (await synced.made?.catch(() => undefined))?.close();
    },
  };
}
