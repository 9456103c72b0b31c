import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { createEventLag } from "../event-lag.ts";
import type { AddJob, SharedStore, SqlAccess } from "../shared-store.ts";
import { type ChannelConnection, listenTo } from "./channel-connection.ts";
import type { LifeLocks } from "./life-locks.ts";
import { putConversation, putTurn } from "./postgres-conversations.ts";
import { lockFor } from "./postgres-database.ts";
import { postgresLeases, postgresLogs, takeExpired } from "./postgres-leases.ts";
import type { ChangeNews } from "./postgres-news.ts";
import { postgresNodes } from "./postgres-nodes.ts";
import { postgresOwner } from "./postgres-owner.ts";
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
      let held: ChannelConnection | undefined;
      let timer: NodeJS.Timeout | undefined;
      const connect = async (): Promise<void> => {
        held = await listenTo(database, channel, { onNotification, onLost: again });
        if (closed) held.close();
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
          held?.close();
        },
      };
    },
  };
}
