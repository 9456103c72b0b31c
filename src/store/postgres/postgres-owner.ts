import { setTimeout as pause } from "node:timers/promises";
import type { SharedStore } from "../shared-store.ts";
import type { PostgresDatabase } from "./postgres-database.ts";

/** How often a process that waits for its turn looks again. */
const LOOK_MS = 1_000;

/** Ownership by a session lock of PostgreSQL: it ends with the connection of its owner, however that ends. */
export function postgresOwner(database: PostgresDatabase): SharedStore["oneOwner"] {
  return async (name, work, { signal }) => {
    while (!signal.aborted) {
      await tryOnce(database, name, work, signal).catch(() => undefined);
      await pause(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
}

async function tryOnce(
  database: PostgresDatabase,
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const client = await database.connect();
  const lost = new AbortController();
  client.on("error", () => lost.abort());
  client.on("end", () => lost.abort());
  try {
    const key = `${database.scope}:owner:${name}`;
    const { rows } = await client.query("SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine", [
      key,
    ]);
    if (rows[0]?.mine !== true) return;
    // A cut network is noticed by nobody unless something is sent.
    const beat = setInterval(() => {
      client.query("SELECT 1").catch(() => lost.abort());
    }, LOOK_MS).unref();
    try {
      await work(AbortSignal.any([signal, lost.signal]));
    } finally {
      clearInterval(beat);
    }
  } finally {
    // Ended, not given back: the lock goes with the connection.
    client.release(true);
  }
}
