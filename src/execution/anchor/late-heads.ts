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

/** Chains the heads of runs whose process was gone before it could: they ended a moment before it, or were interrupted. */
interface LateHeads {
  /** Looks for such runs and chains their heads, marked as late: nothing anchored them in between. */
  chain(): Promise<void>;
  /** Settles when no look is under way. */
  done(): Promise<void>;
}

interface LateHeadsOptions {
  readonly home: string;
  readonly runsFolder: string;
  readonly logs: RunLogs;
  readonly chain: HeadChain;
  /** Brings what other machines have chained. */
  pull(): Promise<void>;
  store(): Promise<Store>;
  onFault(fault: unknown): void;
}

const PAGE = 500;

/** Creates it. One look follows the other, so that none chains what the other is about to. */
export function createLateHeads(options: LateHeadsOptions): LateHeads {
  let looking: Promise<void> = Promise.resolve();
  return {
    chain() {
      looking = looking.then(() => chainLate(options)).catch(options.onFault);
      return looking;
    },
    done: () => looking,
  };
}

async function chainLate({ home, runsFolder, logs, chain, pull, store }: LateHeadsOptions): Promise<void> {
  // Without runs there is nothing to chain, and a home is not made to find that out. Runs of a team may be at other machines.
  if (logs.whileFree === undefined && !existsSync(runsFolder)) return;
  // What this process is about to chain is not late.
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

// Of a run that has ended, the store knows the head. Of one that was interrupted only its log does.
async function lastHead(
  run: Run,
  { logs, runs }: { logs: RunLogs; runs: Store["runs"] },
): Promise<RunHead | undefined> {
  if (run.status !== "open") return { runId: run.id, records: run.records, head: run.head };
  if ((await logs.holder(run.id)) !== undefined || !(await logs.has(run.id))) return undefined;
  // Another machine may go on with the run meanwhile: its row is written only while nobody can.
  return logs.whileFree === undefined
    ? noteEnd(run, { logs, runs })
    : logs.whileFree(run.id, (lease) => noteEnd(run, { logs, runs, lease }));
}

async function noteEnd(
  run: Run,
  { logs, runs, lease }: { logs: RunLogs; runs: Store["runs"]; lease?: RunLease },
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
