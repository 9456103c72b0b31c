import { existsSync } from "node:fs";
import { join } from "node:path";
import { eventSchema } from "../../contract/event.ts";
import type { Run } from "../../contract/run.ts";
import type { RunLease } from "../../store/shared-store.ts";
import type { Store } from "../../store/store.ts";
import { once } from "../../support/once.ts";
import { readLogEnd } from "../log/read-log.ts";
import type { RunLogs } from "../log/run-logs.ts";
import type { HeadChain } from "./head-chain.ts";
import { HEADS_FILE, type RunHead, readHeads } from "./read-heads.ts";

/** Chains the heads of runs whose process stopped before it could: they had just ended, or they were interrupted. */
interface LateHeads {
  /** Finds such runs and chains their heads, marked as late because nothing anchored them in between. */
  chain(): Promise<void>;
  /** Resolves when no search is in progress. */
  done(): Promise<void>;
}

interface LateHeadsOptions {
  readonly home: string;
  readonly runsFolder: string;
  readonly logs: RunLogs;
  readonly chain: HeadChain;
  /** Fetches what other machines have chained. */
  pull(): Promise<void>;
  store(): Promise<Store>;
  onFault(fault: unknown): void;
}

const PAGE = 500;

/** Creates the service. Searches run one after the other, so that no head is chained twice. */
export function createLateHeads(options: LateHeadsOptions): LateHeads {
  let searching: Promise<void> = Promise.resolve();
  return {
    chain() {
      searching = searching.then(() => chainLate(options)).catch(options.onFault);
      return searching;
    },
    done: () => searching,
  };
}

async function chainLate({ home, runsFolder, logs, chain, pull, store }: LateHeadsOptions): Promise<void> {
  // Without runs there is nothing to chain, and no home is created just to find out. Runs of a team may be on other machines.
  if (logs.whileFree === undefined && !existsSync(runsFolder)) return;
  // Heads that this process is about to chain are not late.
  await chain.done();
  const { runs } = await store();
  const known = once(async () => {
    await pull();
    return (await readHeads(join(home, HEADS_FILE), () => true)).heads;
  });
  for (let page = await runs.unchained({ limit: PAGE }); page.length > 0; ) {
    const found: RunHead[] = [];
    for (const run of page) {
      const head = await lastHead(run, { logs, runs });
      if (head !== undefined) found.push(head);
    }
    const chained = new Set(found.length === 0 ? [] : (await known.get()).map(({ head }) => head));
    const isChained = ({ head }: RunHead) => chained.has(head);
    await runs.noteChained(found.filter(isChained));
    for (const head of found) if (!isChained(head)) chain.add({ ...head, late: true });
    const after = page.at(-1)?.id ?? "";
    page = page.length < PAGE ? [] : await runs.unchained({ limit: PAGE, after });
  }
  await chain.done();
}

// The store knows the head of a finished run. The head of an interrupted run is only in its log.
async function lastHead(
  run: Run,
  { logs, runs }: { logs: RunLogs; runs: Store["runs"] },
): Promise<RunHead | undefined> {
  if (run.status !== "open") return { runId: run.id, records: run.records, head: run.head };
  if ((await logs.holder(run.id)) !== undefined || !(await logs.has(run.id))) return undefined;
  // Another machine may resume the run at any time, so its row is written only while no machine can.
  return logs.whileFree === undefined
    ? noteEnd(run, { logs, runs })
    : logs.whileFree(run.id, (lease) => noteEnd(run, { logs, runs, lease }));
}

async function noteEnd(
  run: Run,
  { logs, runs, lease }: { logs: RunLogs; runs: Store["runs"]; lease?: RunLease | undefined },
): Promise<RunHead | undefined> {
  const [last] = await readLogEnd(logs.lines(run.id), { limit: 1 });
  const event = eventSchema.safeParse(last).data;
  if (last === undefined || event === undefined) return undefined;
  const head = { records: last.seq + 1, head: last.hash };
  const end =
    event.type === "run-end"
      ? { status: event.status, endedAt: Date.parse(event.at), calls: event.calls }
      : {};
  await runs.update(run.id, { ...head, ...end }, lease);
  return { runId: run.id, ...head };
}
