import { join } from "node:path";
import type { Config } from "../../config/schema/config-schema.ts";
import type { DatabaseInfo, DatabaseKind, DatabaseService } from "../../contract/data/database.ts";
import type { Database } from "../../sources/sql/database.ts";
import type { Databases, NamedDatabase } from "../../sources/sql/databases.ts";
import { secretsIn } from "../../support/config-references.ts";
import { once } from "../../support/once.ts";
import type { VaultServices } from "../containment/wire-vault.ts";
import type { Foundation } from "../foundation.ts";
import type { ConfigWriter } from "../settings/config-writer.ts";
import type { CallServices } from "../storage/wire-harbour.ts";

/** The database services for the rest of the wiring. */
export interface WiredDatabases {
  service(): Promise<DatabaseService>;
  /** Restores what a call changed in a database. Returns `undefined` if it changed none. */
  undo(
    runId: string,
    callId: string,
  ): Promise<{ undone: readonly { path: string; action: string }[] } | undefined>;
  /** Registers the database tools if the config names a database. */
  ready(): Promise<void>;
}

interface DatabaseServices {
  readonly calls: CallServices;
  readonly vault: VaultServices;
  writer(): Promise<ConfigWriter>;
}

type Settings = Config["databases"][string];

const TOOLS = ["sql_query", "sql_change", "sql_schema"];

/** Defers opening databases until their first use. Their tools exist only if the config names a database. */
export function wireDatabases(base: Foundation, { calls, vault, writer }: DatabaseServices): WiredDatabases {
  const { live, settings, registry, opened, variables, layers } = base;
  let current: readonly NamedDatabase[] = [];
  let known: Config["databases"] | undefined;
  const folder = (runId: string) => join(settings.home, "runs", runId, "undo");

  async function update(): Promise<Databases> {
    const { namedDatabases } = await import("../../sources/sql/databases.ts");
    const { databases: wanted } = live.current().config;
    if (wanted !== known) {
      known = wanted;
      const before = current;
      current = Object.entries(wanted).map(([name, one]) => named(name, one));
      await Promise.all(before.map(({ database }) => database.close()));
      const { sqlTools } = await import("../../sources/sql/sql-tools.ts");
      for (const tool of TOOLS) if (registry.has(tool)) registry.unregister(tool);
      if (current.length > 0)
        registry.registerMany(
          sqlTools({
            databases: namedDatabases(() => current),
            undoFolder: folder,
            onKept: async (runId) => (await calls.harbour()).blobs?.publish(runId),
            maxRows: Math.max(...Object.values(wanted).map(({ maxRows }) => maxRows)),
          }),
        );
    }
    return namedDatabases(() => current);
  }

  function named(name: string, one: Settings): NamedDatabase {
    const limits = {
      timeoutMs: one.timeout,
      lockMs: one.lockTimeout,
      rows: one.maxRows,
      bytes: one.maxBytes,
      undoRows: one.undoRows,
    };
    const file = fileOf(one.url);
    const kind = kindOf(one.url);
    const database = lazyDatabase(async () => {
      if (kind === "mariadb") {
        const { openMariadb } = await import("../../sources/sql/mariadb/mariadb-database.ts");
        return openMariadb({ name, url: one.url, password: await passwordOf(name, one), limits });
      }
      if (file === undefined) {
        const { openPostgres } = await import("../../sources/sql/postgres/postgres-database.ts");
        return openPostgres({ name, url: one.url, password: await passwordOf(name, one), limits });
      }
      const { openSqlite } = await import("../../sources/sql/sqlite/sqlite-database.ts");
      return openSqlite({ name, limits, file: async () => (await calls.files()).canonical(file) });
    });
    const { trusted, readOnly } = one;
    return { name, kind, database, trusted, readOnly, file };
  }

  /** The password itself, if the config refers to a secret that is bound to this database. */
  async function passwordOf(name: string, { password }: Settings): Promise<string | undefined> {
    const [secret] = secretsIn(password ?? "");
    if (secret === undefined) return password;
    return (await vault.service()).reveal(secret, { user: `sql:${name}` });
  }

  const tables = (database: Database) => database.tables(new AbortController().signal);
  const service = once(async (): Promise<DatabaseService> => {
    const { openDatabases } = await import("./open-databases.ts");
    return openDatabases({
      variables,
      config: () => live.current().config,
      info: infoOf,
      tables: async (name) => tables((await update()).get(name).database),
      async tablesOf(name, one) {
        const { database } = named(name, one);
        try {
          return await tables(database);
        } finally {
          await database.close();
        }
      },
      async verdicts(info, found) {
        return (await import("./database-verdicts.ts")).databaseVerdicts(info, found, layers);
      },
      async reopen() {
        known = undefined;
        await update();
      },
      writer,
      vault: vault.service,
    });
  });

  live.follow(["databases"], update);
  opened.defer(async () => {
    await Promise.all(current.map(({ database }) => database.close()));
  });
  return {
    async ready() {
      if (known !== undefined || Object.keys(live.current().config.databases).length > 0) await update();
    },
    async undo(runId, callId) {
      const { undoDatabaseCall } = await import("../../sources/sql/databases.ts");
      const signal = new AbortController().signal;
      return undoDatabaseCall({ folder: folder(runId), callId, signal }, await update());
    },
    service: service.get,
  };
}

/** A database as doors show it. */
function infoOf(name: string, { url, trusted, readOnly }: Settings): DatabaseInfo {
  return { name, kind: kindOf(url), place: placeOf(url), trusted, readOnly };
}

function fileOf(url: string): string | undefined {
  return url.startsWith("sqlite:") ? url.slice("sqlite:".length).replace(/^\/\/(?=\/)/, "") : undefined;
}

function kindOf(url: string): DatabaseKind {
  if (fileOf(url) !== undefined) return "sqlite";
  return /^(?:mysql|mariadb):/i.test(url) ? "mariadb" : "postgres";
}

function placeOf(url: string): string {
  const file = fileOf(url);
  const address = file === undefined ? URL.parse(url) : null;
  return file ?? (address === null ? "" : `${address.username}@${address.host}${address.pathname}`);
}

/** A database that opens with its first use. */
function lazyDatabase(make: () => Promise<Database>): Database {
  let made: Promise<Database> | undefined;
  const open = () => {
    // After a failure the next use tries again: the cause may be fixed by then.
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
  return {
    analyse: async (...args) => (await open()).analyse(...args),
    query: async (...args) => (await open()).query(...args),
    change: async (...args) => (await open()).change(...args),
    restore: async (...args) => (await open()).restore(...args),
    tables: async (...args) => (await open()).tables(...args),
    close: async () => (await made)?.close(),
  };
}
