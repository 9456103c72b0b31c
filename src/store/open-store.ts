import { sqliteConversations } from "./sqlite-conversations.ts";
import { openSqlite } from "./sqlite-database.ts";
import { sqliteDocuments } from "./sqlite-documents.ts";
import { sqliteError } from "./sqlite-error.ts";
import { migrate } from "./sqlite-migrate.ts";
import { sqliteRuns } from "./sqlite-runs.ts";
import { sqliteStatistics } from "./sqlite-statistics.ts";
import { sqliteSteps } from "./sqlite-steps.ts";
import { sqliteVectors } from "./sqlite-vectors.ts";
import type { Store } from "./store.ts";

/** Opens the SQLite store in `file`, making it when it is missing. Several processes may use one file at once. */
export async function openStore({ file }: { readonly file: string }): Promise<Store> {
  const database = await openSqlite(file, migrate);
  return {
    runs: withClearErrors(file, sqliteRuns(database)),
    statistics: withClearErrors(file, sqliteStatistics(database)),
    documents: withClearErrors(file, sqliteDocuments(database)),
    conversations: withClearErrors(file, sqliteConversations(database)),
    steps: withClearErrors(file, sqliteSteps(database)),
    vectors: withClearErrors(file, sqliteVectors(database)),
    async close() {
      database.close();
    },
  };
}

/** Every method of a repository, with the database's errors turned into ours. */
function withClearErrors<Repository extends object>(file: string, repository: Repository): Repository {
  const guarded = Object.entries(repository).map(([name, method]) => [
    name,
    async (...parameters: unknown[]) => {
      try {
        return await method(...parameters);
      } catch (error) {
        throw sqliteError(file, error);
      }
    },
  ]);
  // The entries have the names and the signatures they were read with.
  return Object.fromEntries(guarded) as Repository;
}
