import { join } from "node:path";
import type { Settings } from "../../config/load-config.ts";
import { countRecords, moveStore, type RecordCounts } from "../../store/move-store.ts";
import type { StoreContents } from "../../store/stored-record.ts";

/** Which store is in use, and how many records of each kind it holds. */
interface StoreSummary {
  readonly driver: "sqlite" | "postgres";
  /** The file, or the host and the database. */
  readonly place: string;
  readonly records: RecordCounts;
}

/** Describes the store that the settings name. */
export async function summarizeStore({ home, config }: Settings): Promise<StoreSummary> {
  const contents = await contentsOf(home, config.store, config.tenant);
  const records = await countRecords(contents).finally(() => contents.close());
  if (config.store === undefined) return { driver: "sqlite", place: fileIn(home), records };
  const { host = "", pathname = "" } = URL.parse(config.store) ?? {};
  return { driver: "postgres", place: `${host}${pathname}`, records };
}

/** Copies the home's store into a PostgreSQL database, or the other way round, and compares both. */
export async function migrateStore(
  { home, config }: Settings,
  direction: { readonly to: string } | { readonly from: string },
  onProgress: (kind: string, count: number) => void,
): Promise<RecordCounts> {
  const local = await contentsOf(home, undefined);
  try {
    const remote = await contentsOf(home, "to" in direction ? direction.to : direction.from, config.tenant);
    const [source, target] = "to" in direction ? [local, remote] : [remote, local];
    return await moveStore(source, target, onProgress).finally(() => remote.close());
  } finally {
    await local.close();
  }
}

async function contentsOf(
  home: string,
  address: string | undefined,
  tenant?: string,
): Promise<StoreContents> {
  if (address === undefined)
    return (await import("../../store/sqlite/sqlite-contents.ts")).sqliteContents(fileIn(home));
  return (await import("../../store/postgres/postgres-contents.ts")).postgresContents(address, tenant);
}

function fileIn(home: string): string {
  return join(home, "dejima.db");
}
