import type { LogRow, LogTable } from "../../store/shared-store.ts";
import { followRows } from "./follow-rows.ts";
import { createLeaseHolder } from "./lease-holder.ts";
import { openSharedLog, type SharedWriterParts } from "./open-shared-log.ts";
import type { RunLogs } from "./run-logs.ts";

interface SharedLogOptions extends Omit<SharedWriterParts, "leases" | "closing" | "stopped" | "older"> {
  /** The logs of the home. */
  readonly disk: RunLogs;
  /** Where the log of a new run is kept. */
  readonly newRuns: "shared" | "disk";
  /** How long other processes wait for this one when it is silent. */
  readonly leaseMs: number;
}

const PAGE = 500;
/** How long a process that closes waits for a database that is away. */
const CLOSE_WAIT_MS = 5_000;

/**
 * The logs of runs in a database that several machines share, and those in this home. A run whose log is in the database is read
 * and continued there. It has one writer at a time, by lease.
 */
export function sharedRunLogs(options: SharedLogOptions): RunLogs {
  const { shared, disk, newRuns } = options;
  const leases = createLeaseHolder(options);
  const closing = new Set<Promise<void>>();
  const stopped = new AbortController();
  const isShared = async (runId: string) => (await (await shared()).logs.last(runId)) !== undefined;
  async function holder(runId: string): Promise<string | undefined> {
    return (await (await shared()).leases.holders([runId])).get(runId) ?? disk.holder(runId);
  }
  return {
    open: async (how) =>
      newRuns === "disk" && !(await isShared(how.runId))
        ? disk.open(how)
        : openSharedLog(how, {
            ...options,
            leases,
            closing,
            stopped: stopped.signal,
            ...((await disk.has(how.runId)) ? { older: disk.lines } : {}),
          }),
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
      if ((await disk.has(runId)) && !(await isShared(runId))) return yield* disk.follow(runId, { signal });
      const mayGrow = async () => (await holder(runId)) !== undefined;
      const { logs } = await shared();
      for await (const { records } of followRows(logs, runId, { from: 0, signal, mayGrow })) yield* records;
    },
    async whileFree(runId, work) {
      if (newRuns === "disk" && !(await isShared(runId))) return work(undefined);
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
      await disk.remove(runIds);
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
