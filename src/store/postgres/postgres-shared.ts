import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { createEventLag } from "../event-lag.ts";
import type { AddJob, NodeTable, SharedStore, SqlAccess, TeamNode } from "../shared-store.ts";
import { type ChannelConnection, listenTo } from "./channel-connection.ts";
import { isAlive, type LifeLocks } from "./life-locks.ts";
import { putConversation, putTurn } from "./postgres-conversations.ts";
import { lockFor, type PostgresDatabase } from "./postgres-database.ts";
import { postgresLeases, postgresLogs, takeExpired } from "./postgres-leases.ts";
import type { ChangeNews } from "./postgres-news.ts";
import { postgresVersions } from "./postgres-versions.ts";
import type { TenantDatabase } from "./tenant-database.ts";

const RECONNECT_MS = 500;
const placeSchema = z.tuple([z.object({ group: z.string(), priority: z.int() })]);

interface SharedParts {
  readonly database: TenantDatabase;
  readonly news: ChangeNews;
  readonly locks: LifeLocks;
  readonly addJob: AddJob;
  /** Wraps a repository so that it throws our errors. The named methods are synchronous. */
  clear<Repository extends object>(repository: Repository, plain: (keyof Repository)[]): Repository;
}

/** The services in PostgreSQL that several machines share, besides the repositories. */
export function postgresShared({ database, news, locks, addJob, clear }: SharedParts): SharedStore {
  const sql = sqlAccess(database);
  const own: Pick<SharedStore, "accept" | "addJob" | "resumeLost" | "exclusive" | "ping"> = {
    accept({ conversation, turn, job }) {
      return database.transaction(async (queries) => {
        await putConversation(queries, conversation);
        await putTurn(queries, turn);
        await addJob(job, queries.send);
      });
    },
    addJob: (job) => addJob(job, sql.send),
    resumeLost() {
      return database.transaction(async (queries) => {
        const runs = await takeExpired(queries);
        for (const runId of runs) await addJob({ runId, lost: true }, queries.send);
        return runs.length;
      });
    },
    exclusive(name, work) {
      return database.transaction(async (queries) => {
        await lockFor(queries, `exclusive:${name}`);
        return work();
      });
    },
    async ping(timeoutMs) {
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(
        () => late.reject(new DejimaError("server_unavailable", `No answer within ${timeoutMs} ms`)),
        timeoutMs,
      );
      await Promise.race([database.first("SELECT 1"), late.promise]).finally(() => clearTimeout(timer));
    },
  };
  return {
    logs: clear(postgresLogs(database, news), ["watch", "watchAll"]),
    versions: clear(postgresVersions(database, news), ["watch"]),
    leases: clear(postgresLeases(database, { news, locks }), ["watchStops"]),
    nodes: clear(postgresNodes(database, locks), []),
    lag: createEventLag(),
    sql,
    ...clear(own, []),
    oneOwner: postgresOwner(database),
    onDisconnect: news.onLost,
  };
}

function sqlAccess(database: TenantDatabase): SqlAccess {
  return {
    send: database.send,
    tenant: database.tenant,
    prepareQueue: database.prepareQueue,
    async oldestJobMs(schema, queue) {
      const row = await database.first(
        `SELECT extract(epoch FROM clock_timestamp() - min(start_after)) * 1000 AS ms FROM ${schema}.job
          WHERE name = $1 AND state < 'active' AND start_after <= clock_timestamp()`,
        queue,
      );
      return Number(row?.ms ?? 0);
    },
    async jobPlace({ schema, queue, runId, begins }, send) {
      // An answer is not behind the new messages of the same person: the two are separate groups.
      const { rows } = await send(
        `WITH place AS (
            SELECT $3::text || coalesce((SELECT person FROM conversations JOIN turns ON conversation_id = conversations.id
              WHERE run_id = $2), '') AS "group"),
          ready AS (
            SELECT priority, group_id FROM ${schema}.job
              WHERE name = $1 AND state < 'active' AND start_after <= clock_timestamp())
          SELECT "group", coalesce(
            (SELECT min(priority) - 1 FROM ready WHERE group_id = "group"), (SELECT max(priority) FROM ready), 0) AS priority
          FROM place`,
        [queue, runId, begins ? "begin:" : "resume:"],
      );
      const [{ group, priority }] = placeSchema.parse(rows);
      return { group, priority };
    },
    async listen(channel, onNotification, onReconnect) {
      let closed = false;
      let connection: ChannelConnection | undefined;
      let timer: NodeJS.Timeout | undefined;
      const connect = async (): Promise<void> => {
        connection = await listenTo(database, channel, { onNotification, onLost: again });
        if (closed) connection.close();
      };
      const again = () => {
        if (closed) return;
        timer = setTimeout(() => void connect().then(onReconnect, again), RECONNECT_MS).unref();
      };
      await connect();
      return {
        async close() {
          closed = true;
          clearTimeout(timer);
          connection?.close();
        },
      };
    },
  };
}

/** The processes of a team in PostgreSQL. A process lives as long as its connection and, by the server's clock, its word. */
function postgresNodes(database: PostgresDatabase, locks: LifeLocks): NodeTable {
  return {
    async beat({ id, role, host, files }) {
      await locks.hold(`node:${id}`);
      await database.run(
        `WITH gone AS (DELETE FROM nodes WHERE seen < clock_timestamp() - interval '1 day' AND id <> $1)
          INSERT INTO nodes (id, role, host, files, seen) VALUES ($1, $2, $3, $4, clock_timestamp())
          ON CONFLICT (tenant, id) DO UPDATE SET files = excluded.files, seen = excluded.seen`,
        ...[id, role, host, files],
      );
    },
    async leave(id) {
      await database.run("DELETE FROM nodes WHERE id = $1", id);
    },
    async alive(withinMs) {
      const rows = await database.all(
        `SELECT id, role, host, files FROM nodes WHERE seen > clock_timestamp() - $1 * interval '1 millisecond'
          AND ${isAlive(database, "'node:' || id")} ORDER BY host, id`,
        withinMs,
      );
      return rows.map(({ id, role, host, files }) => ({
        id: String(id),
        // Only `beat` writes it.
        role: role as TeamNode["role"],
        host: String(host),
        files: String(files),
      }));
    },
  };
}

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
