import { setTimeout as pause } from "node:timers/promises";
import { DejimaError } from "../../contract/error.ts";
import type { HarbourEvent } from "../../contract/event.ts";
import type { LogRow, RunLease, SharedStore } from "../../store/shared-store.ts";
import { AWAY_KEEP_MS, AWAY_WAIT_MS, isStoreAway } from "../../store/store-errors.ts";
import type { Redactor } from "../redaction/redactor.ts";
import type { HarbourLog } from "./harbour-log.ts";
import type { LeaseHolder } from "./lease-holder.ts";
import { genesis, sealRecord, unsealRecord } from "./log-record.ts";
import { bufferPieces } from "./piece-buffer.ts";
import type { LogLine } from "./read-log.ts";
import type { OpenLogOptions } from "./run-logs.ts";

const BATCH_MS = 50;
/** How long a process that opens a run waits for another one that only looks at it. */
const PASSING_MS = 2_000;
/** How often a log tries again to write while the database is away. */
const RETRY_MS = 200;

/** The events whose records may name a file in the folder of the run. */
const NAMES_FILES: ReadonlySet<HarbourEvent["type"]> = new Set([
  "call-start",
  "call-end",
  "artifact-end",
  "grant-start",
  "undo-end",
]);

/** What the writer of a shared log needs. */
export interface SharedWriterParts {
  shared(): Promise<SharedStore>;
  readonly redactor: Redactor;
  /** This process, in words. */
  readonly holder: string;
  /** Publishes the files that the records mention to other machines. Called before the records are written. */
  publish?(runId: string): Promise<void>;
  /** The lines of a log that this home began before runs were shared. It continues in the database. */
  older?(runId: string): AsyncIterable<LogLine>;
  readonly leases: LeaseHolder;
  /** Logs that are being released. */
  readonly closing: Set<Promise<void>>;
  /** Aborts when the process closes and waits no longer for the database. */
  readonly stopped: AbortSignal;
}

/** Opens the log of a run in the database for writing, under a lease. */
export async function openSharedLog(
  { runId, atOnce = false, onLost, onStop }: OpenLogOptions,
  { shared, redactor, leases, closing, stopped, holder, publish, older }: SharedWriterParts,
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
  const end = await endOf(store, lease, older?.(runId)).catch(async (error) => {
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
        if (left.length > 0) await store.logs.append(lease as RunLease, left); // held while the log is open
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
    await store.logs.say(lease as RunLease, pieces.take(records - 1)).catch(() => {}); // held while the log is open
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
      // If the database is unreachable, the run is left: its lease expires, and another machine continues it.
      const isLost = away !== undefined && !hasEnd && !discard;
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

/** The end of a log in the database, where the lines of an older one are brought first. */
async function endOf(
  { logs }: SharedStore,
  lease: RunLease,
  older: AsyncIterable<LogLine> | undefined,
): Promise<{ readonly records: number; readonly hash: string }> {
  const { runId } = lease;
  let row = await logs.last(runId);
  if (row === undefined && older !== undefined) {
    const rows: LogRow[] = [];
    for await (const { line, complete } of older)
      if (complete) rows.push({ seq: rows.length, line: line.toString() });
    if (rows.length > 0) await logs.append(lease, rows);
    row = rows.at(-1);
  }
  if (row === undefined) return { records: 0, hash: genesis(runId) };
  const record = unsealRecord(Buffer.from(row.line));
  if (record !== undefined) return { records: record.seq + 1, hash: record.hash };
  throw new DejimaError(
    "conflict",
    `Cannot continue writing the log of run ${runId}: its last line is not a record. Run \`dejima log verify\` on this run`,
    { runId },
  );
}

function lostTo(runId: string): DejimaError {
  return new DejimaError("conflict", `Cannot continue run ${runId}: another process has taken it over`, {
    runId,
    lost: true,
  });
}
