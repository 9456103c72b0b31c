import { join } from "node:path";
import type { Config } from "../config/config-schema.ts";
import type { DatabaseService } from "../contract/database.ts";
import type { Database } from "../sources/sql/database.ts";
import type { Databases, NamedDatabase } from "../sources/sql/databases.ts";
import type { Foundation } from "./foundation.ts";
import type { CallServices } from "./wire-harbour.ts";

/** What the rest of the wiring uses of the databases. */
export interface WiredDatabases {
  service(): Promise<DatabaseService>;
  /** Puts back what a call changed in a database. Returns `undefined` if it changed none. */
  undo(
    runId: string,
    callId: string,
  ): Promise<{ undone: readonly { path: string; action: string }[] } | undefined>;
  /** Makes the tools known, where the config names a database. */
  ready(): Promise<void>;
}

type Settings = Config["databases"][string];

const TOOLS = ["sql_query", "sql_change", "sql_schema"];

/** Puts off opening databases until one is used. Their tools are there only where the config names a database. */
export function wireDatabases(base: Foundation, calls: CallServices): WiredDatabases {
  const { live, settings, registry, opened } = base;
  let current: readonly NamedDatabase[] = [];
  let known: Config["databases"] | undefined;
  const folder = (runId: string) => join(settings.home, "runs", runId, "undo");

  async function update(): Promise<Databases> {
    const { namedDatabases } = await import("../sources/sql/databases.ts");
    const { databases: wanted } = live.current().config;
    if (wanted !== known) {
      known = wanted;
      const before = current;
      current = Object.entries(wanted).map(([name, one]) => named(name, one));
      await Promise.all(before.map(({ database }) => database.close()));
      const { sqlTools } = await import("../sources/sql/sql-tools.ts");
      for (const tool of TOOLS) if (registry.has(tool)) registry.unregister(tool);
      if (current.length > 0)
        registry.registerMany(
          sqlTools({
            databases: namedDatabases(() => current),
            undoFolder: folder,
            maxRows: Math.max(...Object.values(wanted).map(({ maxRows }) => maxRows)),
          }),
        );
    }
    return namedDatabases(() => current);
  }

  function named(name: string, one: Settings): NamedDatabase {
    const limits = {
      ...{ timeoutMs: one.timeout, lockMs: one.lockTimeout },
      ...{ rows: one.maxRows, bytes: one.maxBytes, undoRows: one.undoRows },
    };
    const file = fileOf(one.url);
    const database = lazyDatabase(async () => {
      if (file === undefined) {
        const { openPostgres } = await import("../sources/sql/postgres/postgres-database.ts");
        return openPostgres({ name, url: one.url, password: one.password, limits });
      }
      const { openSqlite } = await import("../sources/sql/sqlite/sqlite-database.ts");
      return openSqlite({ name, limits, file: async () => (await calls.files()).canonical(file) });
    });
    return { name, kind: file === undefined ? "postgres" : "sqlite", database, trusted: one.trusted, file };
  }

  live.follow(["databases"], update);
  opened.defer(async () => {
    await Promise.all(current.map(({ database }) => database.close()));
  });
  return {
    async ready() {
      if (known !== undefined || Object.keys(live.current().config.databases).length > 0) await update();
    },
    async undo(runId, callId) {
      const { undoDatabaseCall } = await import("../sources/sql/databases.ts");
      const signal = new AbortController().signal;
      return undoDatabaseCall({ folder: folder(runId), callId, signal }, await update());
    },
    service: async () => ({
      async list() {
        return Object.entries(live.current().config.databases).map(([name, { url, trusted }]) => ({
          ...{ name, trusted, place: placeOf(url) },
          kind: fileOf(url) === undefined ? "postgres" : "sqlite",
        }));
      },
      async check(name) {
        const { database } = (await update()).get(name);
        const tables = await database.tables(new AbortController().signal);
        return { name, tables: tables.length };
      },
    }),
  };
}

function fileOf(url: string): string | undefined {
  return url.startsWith("sqlite:") ? url.slice("sqlite:".length).replace(/^\/\/(?=\/)/, "") : undefined;
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
    made ??= make();
    return made;
  };
  return {
    analyse: async (...given) => (await open()).analyse(...given),
    query: async (...given) => (await open()).query(...given),
    change: async (...given) => (await open()).change(...given),
    restore: async (...given) => (await open()).restore(...given),
    tables: async (...given) => (await open()).tables(...given),
    close: async () => (await made)?.close(),
  };
}
