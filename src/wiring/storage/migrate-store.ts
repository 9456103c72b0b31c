import { copyFileSync, existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../../config/load-config.ts";
import type { EnvironmentVariables } from "../../config/substitute-environment.ts";
import { claimNewHome } from "../../config/trust/home-claim.ts";
import { DejimaError } from "../../contract/error.ts";
import { HEADS_FILE } from "../../execution/anchor/read-heads.ts";
import { shareHeads } from "../../execution/anchor/shared-heads.ts";
import {
  countRecords,
  moveStore,
  RECORD_KINDS,
  type RecordCounts,
  type StoreContents,
} from "../../store/move-store.ts";
import { sqliteContents } from "../../store/sqlite/sqlite-contents.ts";
import { defined } from "../../support/defined.ts";
import { databaseIn, homeContents, newContents } from "./home-contents.ts";

/** Which store is in use, and how many records of each kind it contains. */
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
  if (config.store === undefined) return { driver: "sqlite", place: databaseIn(home), records };
  const { host = "", pathname = "" } = URL.parse(config.store) ?? {};
  return { driver: "postgres", place: `${host}${pathname}`, records };
}

interface MigrateOptions {
  readonly variables: EnvironmentVariables;
  /** Sets the store that the home has aside, instead of refusing. */
  readonly replace: boolean;
  onProgress(kind: string, count: number): void;
}

/** The moved records, and where the previous store is now. */
interface Migrated {
  readonly records: RecordCounts;
  /** Where the store is that the home had before. */
  readonly setAside?: string;
}

/**
 * Copies the home's store, with the logs of its runs and their chain of heads, into a PostgreSQL database, or the other way
 * round, and compares both.
 */
export async function migrateStore(
  { home, config }: Settings,
  direction: { readonly to: string } | { readonly from: string },
  { variables, replace, onProgress }: MigrateOptions,
): Promise<Migrated> {
  if ("to" in direction && !existsSync(databaseIn(home)))
    throw new DejimaError(
      "not_found",
      `Cannot copy the store of "${home}": there is none. Name the home with --home, or run this in its folder`,
      { home },
    );
  const isTarget = "from" in direction;
  if (isTarget) claimNewHome(home, variables);
  const address = isTarget ? direction.from : direction.to;
  const remote = await contentsOf(home, address, config.tenant);
  const team = { address, tenant: config.tenant };
  try {
    if (isTarget) return await moveToHome(home, remote, { replace, onProgress, team });
    const local = await homeContents(home);
    const records = await moveStore(local, remote, onProgress).finally(() => local.close());
    await moveHeads(home, team, "source");
    return { records };
  } finally {
    await remote.close();
  }
}

interface Team {
  readonly address: string;
  readonly tenant: string | undefined;
}

/**
 * Builds the new store of a home beside the current one, and replaces the current one only after every record was compared. Until
 * then the home works with the current store, even if this fails.
 */
async function moveToHome(
  home: string,
  remote: StoreContents,
  { replace, onProgress, team }: Pick<MigrateOptions, "replace" | "onProgress"> & { readonly team: Team },
): Promise<Migrated> {
  const folder = join(home, "store.new");
  const clear = () => rmSync(folder, { recursive: true, force: true });
  // An earlier attempt may have been killed.
  clear();
  await settleOld(home, replace);
  try {
    const built = await newContents(home, folder);
    try {
      const records = await moveStore(remote, built, onProgress);
      await settleOld(home, replace);
      await moveHeads(home, team, "target");
      await built.giveLogs();
      await built.close();
      return { records, ...defined({ setAside: swap(databaseIn(folder), databaseIn(home), replace) }) };
    } finally {
      await built.close();
    }
  } finally {
    clear();
  }
}

/**
 * Merges the whole store of a home into its one file, so that it can be replaced in one step. Throws if it may not be
 * replaced, or another process uses it.
 */
async function settleOld(home: string, replace: boolean): Promise<void> {
  const file = databaseIn(home);
  if (!existsSync(file)) return;
  // A store that cannot be opened is set aside unchanged.
  const old = replace ? await sqliteContents(file).catch(() => undefined) : await sqliteContents(file);
  if (old === undefined) return;
  try {
    if (!replace) await assertNew(old, home);
  } finally {
    await old.close();
  }
  if (existsSync(`${file}-wal`))
    throw new DejimaError(
      "conflict",
      `Cannot replace the store of "${home}": another process uses it. End it first`,
      { home },
    );
}

async function assertNew(local: StoreContents, home: string): Promise<void> {
  for (const kind of RECORD_KINDS) {
    for await (const _ of local.read(kind))
      throw new DejimaError(
        "conflict",
        `Cannot copy into "${home}": its store already contains ${kind}. With --replace it is set aside first, beside the new one; --home names another home`,
        { home, kind },
      );
  }
}

/** Puts a new database in the place of a home's, in one step. Returns the new place of the one before, if it is kept. */
function swap(fresh: string, file: string, keep: boolean): string | undefined {
  const place = `${file}.before-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
  const isKept = keep && existsSync(file);
  if (isKept) {
    try {
      linkSync(file, place);
    } catch {
      copyFileSync(file, place); // not every file system has links
    }
    // Only one that cannot be opened still has these.
    for (const end of ["-wal", "-shm"])
      if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${place}${end}`);
  }
  renameSync(fresh, file);
  return isKept ? place : undefined;
}

/** Brings the chain of heads to the database, or its end from there. */
async function moveHeads(home: string, { address, tenant }: Team, use: "source" | "target"): Promise<void> {
  const { openPostgresStore } = await import("../../store/postgres/open-postgres-store.ts");
  const store = await openPostgresStore({ address, tenant });
  try {
    const raise = (fault: unknown) => {
      throw fault;
    };
    const heads = shareHeads(join(home, HEADS_FILE), async () => store.documents, { onCut: raise });
    await heads.pull();
    if (use === "source") await heads.push();
  } finally {
    await store.close();
  }
}

async function contentsOf(
  home: string,
  address: string | undefined,
  tenant?: string,
): Promise<StoreContents> {
  if (address === undefined) return homeContents(home);
  return (await import("../../store/postgres/postgres-contents.ts")).postgresContents(address, tenant);
}
