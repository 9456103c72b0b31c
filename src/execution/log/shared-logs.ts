import { setTimeout as pause } from "node:timers/promises";
import { DejimaError } from "../../contract/error.ts";
import type { HarbourEvent } from "../../contract/event.ts";
import type { LogRow, LogTable, RunLease, SharedStore } from "../../store/shared-store.ts";
import { AWAY_KEEP_MS, AWAY_WAIT_MS, isStoreAway } from "../../store/store-errors.ts";
import type { Redactor } from "../redaction/redactor.ts";
import { followRows } from "./follow-rows.ts";
import type { HarbourLog } from "./harbour-log.ts";
import { createLeaseHolder, type LeaseHolder } from "./lease-holder.ts";
import { genesis, sealRecord, unsealRecord } from "./log-record.ts";
import { bufferPieces } from "./piece-buffer.ts";
import type { OpenLogOptions, RunLogs } from "./run-logs.ts";

interface SharedLogOptions {
  shared(): Promise<SharedStore>;
  /** The logs of the home: older runs are read from there. */
  readonly disk: RunLogs;
  readonly redactor: Redactor;
  /** This process, in words. */
  readonly holder: string;
  /** Publishes the files that the records mention to other machines. Called before the records are written. */
  publish?(runId: string): Promise<void>;
  /** How long other processes wait for this one when it is silent. */
  readonly leaseMs: number;
}

const PAGE = 500;
const BATCH_MS = 50;
/** How long a process that opens a run waits for another one that only looks at it. */
const PASSING_MS = 2_000;
/** How often a log tries again to write while the database is away. */
const RETRY_MS = 200;
/** How long a process that closes waits for a database that is away. */
const CLOSE_WAIT_MS = 5_000;

/** The events whose records may name a file in the folder of the run. */
const NAMES_FILES: ReadonlySet<HarbourEvent["type"]> = new Set([
  "call-start",
  "call-end",
  "artifact-end",
  "grant-start",
  "undo-end",
]);

/** The logs of runs in a database that several machines share. Each run has one writer at a time, by lease. */
export function sharedRunLogs(options: SharedLogOptions): RunLogs {
  const { shared, disk } = options;
  const leases = createLeaseHolder(options);
  const closing = new Set<Promise<void>>();
  const stopped = new AbortController();
  const isShared = async (runId: string) => (await (await shared()).logs.last(runId)) !== undefined;
  async function holder(runId: string): Promise<string | undefined> {
    return (await (await shared()).leases.holders([runId])).get(runId) ?? disk.holder(runId);
  }
  return {
    open: (how) => openSharedLog(how, { ...options, leases, closing, stopped: stopped.signal }),
    has: async (runId) => (await isShared(runId)) || disk.has(runId),
    async *lines(runId) {
      if (!(await isShared(runId))) return yield* disk.lines(runId);
      for await (const { line } of rowsOf((await shared()).logs, runId))
        yield { line: Buffer.from(line), complete: true };
    },
    holder,
    isAttended: async (runId) =>
      (await (await shared()).leases.isAttended(runId)) || (await disk.holder(runId)) !== undefined,
    async *follow(runId, { signal }) {
      const mayGrow = async () => (await holder(runId)) !== undefined;
      const { logs } = await shared();
      for await (const { records } of followRows(logs, runId, { from: 0, signal, mayGrow })) yield* records;
    },
    async whileFree(runId, work) {
      const lease = await leases.take(runId, { onLost: () => {}, inPassing: true });
      if (lease === undefined) return undefined;
      try {
        return await work(lease);
      } finally {
        await leases.giveBack(lease);
      }
    },
    async remove(runIds) {
      await (await shared()).logs.remove(runIds);
    },
    async close() {
      const late = setTimeout(() => stopped.abort(), CLOSE_WAIT_MS);
      await Promise.allSettled(closing);
      clearTimeout(late);
      await leases.close();
      await disk.close();
    },
  };
}

async function* rowsOf(logs: LogTable, runId: string, first = 0): AsyncIterable<LogRow> {
  for (let from = first; ; ) {
    const rows = await logs.read(runId, { from, limit: PAGE });
    yield* rows;
    if (rows.length < PAGE) return;
    from = (rows.at(-1)?.seq ?? from) + 1;
  }
}

interface WriterParts extends SharedLogOptions {
  readonly leases: LeaseHolder;
  /** Logs that are being released. */
  readonly closing: Set<Promise<void>>;
  /** Aborts when the process closes and waits no longer for the database. */
  readonly stopped: AbortSignal;
}

async function openSharedLog(
  { runId, atOnce = false, onLost, onStop }: OpenLogOptions,
  { shared, redactor, leases, closing, stopped, holder, publish }: WriterParts,
): Promise<HarbourLog> {
  const store = await shared();
  const lease = await takeFree();
  if (lease === undefined) {
    const by = (await store.leases.holders([runId])).get(runId) ?? holder;
    throw new DejimaError("conflict", `Cannot write the log of run ${runId}: ${by} still has the run open`, {
      runId,
      held: true,
    });
  }
  const end = await endOf(store, lease).catch(async (error) => {
    await leases.giveBack(lease);
    throw error;
  });
  let { records, hash: last } = end;
  let waiting: LogRow[] = [];
  let sending: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let fault: unknown;
  /** Since when the database is away, and whether that is longer than callers wait. */
  let away: { readonly error: unknown; readonly at: number; isLate: boolean } | undefined;
  let late = Promise.withResolvers<void>();
  let namesFiles = false;
  let hasEnd = false;
  const pieces = bufferPieces(redactor, lease);
  let pieceTimer: NodeJS.Timeout | undefined;
  let sentAt = Number.NEGATIVE_INFINITY;

  /** Takes the run. Waits a little for a process that has it in passing. */
  async function takeFree(): Promise<RunLease | undefined> {
    for (const until = performance.now() + PASSING_MS; ; await pause(BATCH_MS)) {
      const taken = await leases.take(runId, { onLost: () => lose(lostTo(runId)), onStop });
      if (taken !== undefined || performance.now() >= until) return taken;
      if ((await store.leases.holders([runId])).size > 0) return undefined;
    }
  }

  function lose(error: unknown): void {
    if (fault !== undefined) return;
    fault = error;
    clearTimeout(timer);
    onLost?.();
  }

  /** Sends the waiting rows, and then those that were added meanwhile. */
  async function send(): Promise<void> {
    while ((waiting.length > 0 || pieces.size > 0) && fault === undefined) {
      if (waiting.length === 0) {
        await sendPieces();
        continue;
      }
      const rows = waiting;
      waiting = [];
      try {
        if (namesFiles) {
          namesFiles = false;
          await publish?.(runId);
        }
        await write(rows);
      } catch (error) {
        // The state of the database is unknown now. The process that takes over the run reads it there.
        lose(error);
      }
    }
    sending = undefined;
  }

  /** Writes rows. Tries again while the database is away, because the lease still protects the run. */
  async function write(rows: readonly LogRow[]): Promise<void> {
    for (let left = rows; left.length > 0 && fault === undefined; ) {
      try {
        if (away !== undefined) left = await unwritten(left);
        if (left.length > 0) await store.logs.append(lease as RunLease, left);
        left = [];
      } catch (error) {
        if (!isStoreAway(error) || stopped.aborted) throw error;
        away ??= goAway(error);
        if (performance.now() - away.at > AWAY_KEEP_MS) throw error;
        await pause(RETRY_MS, undefined, { signal: stopped }).catch(() => {});
      }
    }
    if (away === undefined) return;
    away = undefined;
    late = Promise.withResolvers();
  }

  function goAway(error: unknown): NonNullable<typeof away> {
    const begun = { error, at: performance.now(), isLate: false };
    const { resolve } = late;
    setTimeout(() => {
      begun.isLate = true;
      resolve();
    }, AWAY_WAIT_MS).unref();
    return begun;
  }

  /** The rows that are not in the database. An earlier attempt may have written some, and its answer got lost. */
  async function unwritten(rows: readonly LogRow[]): Promise<readonly LogRow[]> {
    const written = await store.logs.read(runId, { from: rows[0]?.seq ?? 0, limit: rows.length });
    if (written.some(({ line }, at) => line !== rows[at]?.line)) throw lostTo(runId);
    return rows.slice(written.length);
  }

  /** Sends the buffered pieces. Failures are ignored, because the next record contains the same text. */
  async function sendPieces(): Promise<void> {
    sentAt = performance.now();
    await store.logs.say(lease as RunLease, pieces.take(records - 1)).catch(() => {});
  }

  function sendPiecesLater(): void {
    pieceTimer ??= setTimeout(
      () => {
        pieceTimer = undefined;
        if (fault === undefined && pieces.size > 0) sending ??= send();
      },
      Math.max(0, sentAt + BATCH_MS - performance.now()),
    );
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (fault === undefined && waiting.length > 0) sending ??= send();
  }

  /** Resolves when all is written. Rejects if the database is away for too long, unless the caller is patient. */
  async function settled({ patiently = false } = {}): Promise<void> {
    flush();
    while (sending !== undefined) {
      await Promise.race([sending, ...(patiently ? [] : [late.promise])]);
      if (!patiently && away?.isLate === true) throw away.error;
    }
    if (fault !== undefined) throw fault;
  }

  return {
    lease,
    append(event, { lazily = false, clean = false } = {}) {
      if (fault !== undefined) throw fault;
      const raw = JSON.stringify(event);
      const text = clean ? raw : redactor.record(raw, event);
      const sealed = sealRecord(text, { seq: records, previous: last });
      pieces.drop();
      namesFiles ||= NAMES_FILES.has(event.type);
      hasEnd = event.type === "run-end";
      waiting.push({ seq: records, line: sealed.line.slice(0, -1) });
      if (atOnce || !lazily) flush();
      else timer ??= setTimeout(flush, BATCH_MS);
      records++;
      last = sealed.hash;
      return { text, whole: text === raw };
    },
    say(event) {
      if (fault !== undefined) return;
      pieces.add(event);
      sendPiecesLater();
    },
    flush,
    settled,
    close({ discard = false } = {}) {
      if (discard) fault ??= lostTo(runId);
      clearTimeout(pieceTimer);
      pieces.drop();
      // A run that is left because the database is away is found by its lease, which expires, and goes on elsewhere.
      const isLost = away !== undefined && !hasEnd;
      const released = settled({ patiently: true })
        .catch(() => {})
        .then(() => leases.giveBack(lease, { expires: isLost }))
        .finally(() => closing.delete(released));
      closing.add(released);
      return released;
    },
    head: () => ({ records, hash: last }),
  };
}

async function endOf(
  { logs }: SharedStore,
  { runId }: RunLease,
): Promise<{ readonly records: number; readonly hash: string }> {
  const row = await logs.last(runId);
  if (row === undefined) return { records: 0, hash: genesis(runId) };
  const record = unsealRecord(Buffer.from(row.line));
  if (record !== undefined) return { records: record.seq + 1, hash: record.hash };
  throw new DejimaError(
    "conflict",
    `Cannot go on writing the log of run ${runId}: its last line is not a record. Run \`dejima log verify\` on this run`,
    { runId },
  );
}

function lostTo(runId: string): DejimaError {
  return new DejimaError("conflict", `Cannot go on with run ${runId}: another process has taken it over`, {
    runId,
    lost: true,
  });
}
