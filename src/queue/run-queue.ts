import { randomUUID } from "node:crypto";
import { PgBoss, systemClock } from "pg-boss";
import { z } from "zod";
import { DEFAULT_TENANT } from "../contract/user/tenant.ts";
import type { AddJob, RunJob, SendSql, SqlAccess } from "../store/shared-store.ts";
import { defined } from "../support/defined.ts";

/**
 * Jobs for workers, in the database. One worker at a time does each job, and another one takes over if it
 * dies.
 */
export interface RunQueue {
  add: AddJob;
  /** Takes jobs until the queue is closed. A job whose work throws is retried a moment later. */
  work(handler: (job: RunJob) => Promise<void>, options: { readonly concurrency: number }): Promise<void>;
  /** How many jobs wait for a worker, for how long the oldest of them has waited, and how many are under way. */
  depth(): Promise<{ readonly waiting: number; readonly oldestMs: number; readonly active: number }>;
  /** Takes no more jobs. Jobs under way stay with this process. */
  pause(): Promise<void>;
  close(): Promise<void>;
}

interface QueueOptions {
  onFault(error: unknown): void;
}

/** The database schema of the queue. */
const SCHEMA = "dejima_jobs";
/** The queue of the default tenant. Each other tenant has its own, which nobody else can see. */
const QUEUE = "runs";
/** How long a worker may be silent before its job goes to another one. */
const HEARTBEAT_SECONDS = 10;
const HEARTBEAT_REFRESH_SECONDS = 3;
/** The longest job that pg-boss permits. */
const EXPIRE_SECONDS = 86_000;
const MAX_RETRIES = 50;
const POLL_SECONDS = 1;
const NOTIFIED_POLL_SECONDS = 5;

/** A clock that never goes back: the queue would wait for as long as the machine's clock was set back. */
const STEADY_CLOCK = { ...systemClock, now: () => performance.timeOrigin + performance.now() };

const jobSchema = z.object({
  runId: z.string(),
  expires: z.string().optional(),
  lost: z.boolean().optional(),
  begin: z
    .object({
      mode: z.string().optional(),
      place: z.string().optional(),
      thinking: z.boolean().optional(),
      model: z.string().optional(),
      persona: z.string().optional(),
      user: z.string(),
      door: z.string(),
      begins: z.boolean(),
    })
    .optional(),
});

/** Creates the queue's tables, or migrates them. */
async function install(send: SendSql): Promise<void> {
  const db = { executeSql: send as (text: string) => Promise<{ rows: Record<string, unknown>[] }> }; // rows of plain columns
  const boss = new PgBoss({ db, schema: SCHEMA, schedule: false, supervise: false });
  await boss.start();
  await boss.stop({ graceful: false, close: false });
}

/** Opens a tenant's queue in a database, and creates its missing tables. */
export async function openRunQueue(sql: SqlAccess, { onFault }: QueueOptions): Promise<RunQueue> {
  const executeSql = (text: string, values?: unknown[]) =>
    // Rows of the queue's own statements: pg-boss knows their shape.
    sql.send(text, values) as Promise<{ rows: Record<string, unknown>[] }>;
  await sql.prepareQueue(SCHEMA, install);
  const queue = sql.tenant === DEFAULT_TENANT ? QUEUE : `${QUEUE}/${sql.tenant}`;
  const boss = new PgBoss({
    db: { executeSql, listen: sql.listen },
    schema: SCHEMA,
    schedule: false,
    migrate: false,
    clock: STEADY_CLOCK,
    useListenNotify: true,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
  });
  boss.on("error", onFault);
  await boss.start();
  await boss.createQueue(queue, {
    notify: true,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: EXPIRE_SECONDS,
    retryLimit: MAX_RETRIES,
    retryDelay: 1,
    deleteAfterSeconds: 3600,
  });
  // Caches the queue's metadata: adding a job then needs only the caller's connection.
  await boss.findJobs(queue, { id: randomUUID() });
  let paused = false;
  return {
    async add({ notBefore, ...job }, send) {
      // In seconds from now: the clock of the database, by which jobs start, may differ from ours.
      const startAfter = notBefore === undefined ? undefined : (notBefore - Date.now()) / 1_000;
      const db = { executeSql: send as typeof executeSql }; // the same query
      const asked = { schema: SCHEMA, queue, runId: job.runId, begins: job.begin !== undefined };
      const { priority, group } = await sql.jobPlace(asked, send);
      const id = await boss.send(queue, job, {
        db,
        priority,
        group: { id: group },
        ...defined({ startAfter }),
      });
      if (id === null) throw new Error(`The queue "${queue}" did not take the job of run "${job.runId}"`);
    },
    async work(handler, { concurrency }) {
      const options = {
        pollingIntervalSeconds: POLL_SECONDS,
        notifyPollingIntervalSeconds: NOTIFIED_POLL_SECONDS,
        heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
      };
      const taking = async (): Promise<void> => {
        const id: string = await boss.work(queue, options, async ([job]) => {
          // Waiting jobs are not announced again, so look for the next one right after this one.
          boss.notifyWorker(id);
          const { runId, ...rest } = jobSchema.parse(job?.data);
          await handler({ runId, ...defined(rest) });
        });
      };
      await Promise.all(Array.from({ length: concurrency }, taking));
    },
    async depth() {
      const [[stats], oldestMs] = await Promise.all([
        boss.getQueueStats(queue, { force: true }),
        sql.oldestJobMs(SCHEMA, queue),
      ]);
      return { waiting: stats?.readyCount ?? 0, oldestMs, active: stats?.activeCount ?? 0 };
    },
    async pause() {
      if (!paused) await boss.offWork(queue, { wait: false });
      paused = true;
    },
    close: () => boss.stop({ graceful: true, timeout: 5_000, close: false }),
  };
}
