import { setTimeout as pause } from "node:timers/promises";
import type { SharedStore } from "../shared-store.ts";
import type { PostgresDatabase } from "./postgres-database.ts";

/** How often a waiting process tries again. */
const LOOK_MS = 1_000;
/**
 * How often the owner asks without an answer before it stops. Together this is shorter than the time after which PostgreSQL gives
 * up the connection and its lock: the next owner begins then.
 */
const MOST_UNANSWERED = 5;

/** Ownership by a session lock of PostgreSQL. The lock ends with its owner's connection, even after a crash. */
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
    let unanswered = 0;
    // A cut network is noticed only when something is sent.
    const beat = setInterval(() => {
      if (unanswered++ === 0)
        client.query("SELECT 1").then(
          () => {
            unanswered = 0;
          },
          () => lost.abort(),
        );
      else if (unanswered > MOST_UNANSWERED) lost.abort();
    }, LOOK_MS).unref();
    try {
      await work(AbortSignal.any([signal, lost.signal]));
    } finally {
      clearInterval(beat);
    }
  } finally {
    // Closes the connection instead of returning it to the pool, which releases the lock.
    client.release(true);
  }
}
