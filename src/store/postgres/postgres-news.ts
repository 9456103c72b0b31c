import type { PoolClient } from "pg";
import { type PostgresDatabase, SCHEMA } from "./postgres-database.ts";

/** Tells and hears, across processes, which tables have changed. */
export interface ChangeNews {
  /** Says that a table has changed; several within a moment are sent as one. */
  tell(table: string): void;
  /** Calls the listener soon after a table may have changed, until it is stopped. */
  hear(table: string, listener: () => void): () => void;
  close(): Promise<void>;
}

const CHANNEL = `${SCHEMA}_changes`;
/** NOTIFY takes a lock on the whole server: it is sent seldom, and never inside a transaction. */
const GATHER_MS = 20;
/** A notification can be lost with the process that should have sent it, or with a connection: listeners look by themselves. */
const LOOK_MS = 1000;

/** News over LISTEN and NOTIFY, on one connection for all tables that is held while somebody listens. */
export function postgresNews(database: PostgresDatabase): ChangeNews {
  const listeners = new Map<string, Set<() => void>>();
  const changed = new Set<string>();
  let sending: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;
  let connection: Promise<PoolClient | undefined> | undefined;
  let closed = false;
  const call = (tables: Iterable<string>) => {
    for (const table of tables) for (const listener of listeners.get(table) ?? []) listener();
  };
  const send = async () => {
    sending = undefined;
    const tables = [...changed];
    changed.clear();
    // Whoever misses it looks by itself.
    await database.first("SELECT pg_notify($1, $2)", CHANNEL, tables.join(" ")).catch(() => undefined);
  };
  const listen = async (): Promise<PoolClient | undefined> => {
    const client = await database.connect().catch(() => undefined);
    if (client === undefined) {
      // The next look tries again.
      connection = undefined;
      return undefined;
    }
    client.on("notification", ({ payload = "" }) => call(payload.split(" ")));
    client.once("error", () => {
      connection = undefined;
      client.release(true);
    });
    await client.query(`LISTEN ${CHANNEL}`).catch(() => undefined);
    return client;
  };
  const look = () => {
    call(listeners.keys());
    connection ??= listen();
  };
  const end = async () => {
    clearInterval(looking);
    looking = undefined;
    const held = connection;
    connection = undefined;
    (await held)?.release(true);
  };
  return {
    tell(table) {
      call([table]);
      changed.add(table);
      if (!closed) sending ??= setTimeout(send, GATHER_MS);
    },
    hear(table, listener) {
      const held = listeners.get(table) ?? new Set();
      listeners.set(table, held.add(listener));
      connection ??= listen();
      looking ??= setInterval(look, LOOK_MS).unref();
      return () => {
        held.delete(listener);
        if ([...listeners.values()].every(({ size }) => size === 0)) void end();
      };
    },
    async close() {
      closed = true;
      clearTimeout(sending);
      if (sending !== undefined) await send();
      await end();
    },
  };
}
