import { DejimaError } from "../../contract/error.ts";
import type { HarbourEvent } from "../../contract/event.ts";
import type { LogRow, LogTable, RunLease, SharedStore } from "../../store/shared-store.ts";
import type { Redactor } from "../redaction/redactor.ts";
import { followRows } from "./follow-rows.ts";
import type { HarbourLog } from "./harbour-log.ts";
import { createLeaseHolder, type LeaseHolder } from "./lease-holder.ts";
import { genesis, sealRecord, unsealRecord } from "./log-record.ts";
import type { OpenLogOptions, RunLogs } from "./run-logs.ts";
import { gatherPieces } from "./said-pieces.ts";

interface SharedLogOptions {
  shared(): Promise<SharedStore>;
  /** The logs of the home: runs from before are read from there. */
  readonly disk: RunLogs;
  readonly redactor: Redactor;
  /** This process, in words. */
  readonly holder: string;
  /** Takes what the records speak of to where other machines find it. Comes before they are written. */
  publish?(runId: string): Promise<void>;
  /** How long others wait for this process when it says nothing. */
  readonly leaseMs: number;
}

const PAGE = 500;
const BATCH_MS = 50;

/** The events whose records may name a file in the folder of the run. */
const SPEAK_OF_FILES: ReadonlySet<HarbourEvent["type"]> = new Set([
  "call-start",
  "call-end",
  "artifact-end",
  "grant-start",
  "undo-end",
]);

/** The logs of runs in a database that several machines use. Each run has one writer at a time, which a lease says. */
export function sharedRunLogs(options: SharedLogOptions): RunLogs {
  const { shared, disk } = options;
  const leases = createLeaseHolder(options);
  const closing = new Set<Promise<void>>();
  const isShared = async (runId: string) => (await (await shared()).logs.last(runId)) !== undefined;
  async function holder(runId: string): Promise<string | undefined> {
    return (await (await shared()).leases.holders([runId])).get(runId) ?? disk.holder(runId);
  }
  return {
    open: (how) => openSharedLog(how, { ...options, leases, closing }),
    has: async (runId) => (await isShared(runId)) || disk.has(runId),
    async *lines(runId) {
      if (!(await isShared(runId))) return yield* disk.lines(runId);
      for await (const { line } of rowsOf((await shared()).logs, runId))
        yield { line: Buffer.from(line), complete: true };
    },
    holder,
    async *follow(runId, { signal }) {
      const goesOn = async () => (await holder(runId)) !== undefined;
      const { logs } = await shared();
      for await (const { records } of followRows(logs, runId, { from: 0, signal, goesOn })) yield* records;
    },
    async whileFree(runId, work) {
      const lease = await leases.take(runId, { onLost: () => {}, onlyIfReleased: true });
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
      await Promise.allSettled(closing);
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
  /** Logs that are being given free. */
  readonly closing: Set<Promise<void>>;
}

async function openSharedLog(
  { runId, atOnce = false, onLost, onStop }: OpenLogOptions,
  { shared, redactor, leases, closing, holder, publish }: WriterParts,
): Promise<HarbourLog> {
  const store = await shared();
  const lease = await leases.take(runId, { onLost: () => lose(lostTo(runId)), onStop });
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
  let speaksOfFiles = false;
  const pieces = gatherPieces(redactor, lease);
  let saying: NodeJS.Timeout | undefined;
  let saidAt = Number.NEGATIVE_INFINITY;

  function lose(error: unknown): void {
    if (fault !== undefined) return;
    fault = error;
    clearTimeout(timer);
    onLost?.();
  }

  /** Sends what waits, and then what has come meanwhile. */
  async function send(): Promise<void> {
    while ((waiting.length > 0 || pieces.size > 0) && fault === undefined) {
      if (waiting.length === 0) {
        await say();
        continue;
      }
      const rows = waiting;
      waiting = [];
      try {
        if (speaksOfFiles) {
          speaksOfFiles = false;
          await publish?.(runId);
        }
        await store.logs.append(lease as RunLease, rows);
      } catch (error) {
        // What stands in the database is not known now: whoever takes the run over reads it there.
        lose(error);
      }
    }
    sending = undefined;
  }

  /** Nobody waits for it: what cannot be said now stands in the next record. */
  async function say(): Promise<void> {
    saidAt = performance.now();
    await store.logs.say(lease as RunLease, pieces.take(records - 1)).catch(() => {});
  }

  function sayLater(): void {
    saying ??= setTimeout(
      () => {
        saying = undefined;
        if (fault === undefined && pieces.size > 0) sending ??= send();
      },
      Math.max(0, saidAt + BATCH_MS - performance.now()),
    );
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (fault === undefined && waiting.length > 0) sending ??= send();
  }

  async function settled(): Promise<void> {
    flush();
    while (sending !== undefined) await sending;
    if (fault !== undefined) throw fault;
  }

  return {
    lease,
    append(event, { lazily = false, clean = false } = {}) {
      if (fault !== undefined) throw fault;
      const raw = JSON.stringify(event);
      const text = clean ? raw : redactor.record(raw);
      const sealed = sealRecord(text, { seq: records, previous: last });
      pieces.drop();
      speaksOfFiles ||= SPEAK_OF_FILES.has(event.type);
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
      sayLater();
    },
    flush,
    settled,
    close() {
      clearTimeout(saying);
      pieces.drop();
      const given = settled()
        .catch(() => {})
        .then(() => leases.giveBack(lease))
        .finally(() => closing.delete(given));
      closing.add(given);
      return given;
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
    `Cannot go on writing the log of run ${runId}: its last line is no record. Run \`dejima log verify\` on this run`,
    { runId },
  );
}

function lostTo(runId: string): DejimaError {
  return new DejimaError("conflict", `Cannot go on with run ${runId}: another process has taken it over`, {
    runId,
    lost: true,
  });
}
