import { existsSync } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Run, RunStatus } from "../../contract/run.ts";
import type { Store } from "../../store/store.ts";
import { defined } from "../../support/defined.ts";
import type { HeadChain } from "../anchor/head-chain.ts";
import { compressedName, LOG_FILE } from "../log/compressed-log.ts";
import type { RunLogs } from "../log/run-logs.ts";
import type { RunBlobs } from "./run-blobs.ts";

const PAGE = 500;

/** The statuses of finished runs. Runs that wait for somebody or may be resumed are never pruned. */
export const ENDED: readonly RunStatus[] = ["done", "failed", "cancelled"];

/** What was pruned, or would be pruned in a dry run. */
export interface PruneReport {
  readonly runs: readonly string[];
  readonly bytes: number;
  /** Runs of that age that were kept because they have not ended. */
  readonly kept: readonly string[];
}

interface PruneParts {
  readonly runsFolder: string;
  store(): Promise<Pick<Store, "runs">>;
  /** Whether a process has the run open. */
  isOpen(runId: string): Promise<boolean>;
  readonly logs: RunLogs;
  readonly blobs: RunBlobs | undefined;
  /** Records in the chain of heads that the log of a run is pruned. */
  notePruned: HeadChain["notePruned"];
}

export interface PruneOptions {
  /** Only runs that began before this time are pruned. */
  readonly before: number;
  /** Only reports what would be pruned. */
  readonly dryRun?: boolean | undefined;
}

/** Removes the logs, observations, artifacts and undo copies of old runs. Their existence and the ends of their logs stay on record. */
export async function pruneRuns(
  parts: PruneParts,
  { before, dryRun = false }: PruneOptions,
): Promise<PruneReport> {
  const prunable: Run[] = [];
  const kept: string[] = [];
  let bytes = 0;
  for await (const run of runsBefore(parts, before)) {
    const folder = join(parts.runsFolder, run.id);
    if (!existsSync(folder) && !(await parts.logs.has(run.id))) continue;
    if (!ENDED.includes(run.status) || (await parts.isOpen(run.id))) {
      kept.push(run.id);
      continue;
    }
    bytes += await sizeOf(folder);
    prunable.push(run);
  }
  const runs = prunable.map(({ id }) => id);
  if (dryRun || runs.length === 0) return { runs, bytes, kept };
  // Noted first: a log that disappears without a note counts as missing.
  await parts.notePruned(prunable.map(({ id, records, head }) => ({ runId: id, records, head })));
  await parts.logs.remove(runs);
  await parts.blobs?.remove(runs);
  for (const id of runs) await rm(join(parts.runsFolder, id), { recursive: true, force: true });
  return { runs, bytes, kept };
}

async function* runsBefore({ store }: PruneParts, time: number): AsyncGenerator<Run> {
  const { runs } = await store();
  for (let before: string | undefined, found = PAGE; found === PAGE; ) {
    const page = await runs.list({ limit: PAGE, ...defined({ before }) });
    yield* page.filter(({ startedAt }) => startedAt < time);
    before = page.at(-1)?.id;
    found = page.length;
  }
}

// The log beside the folder counts too.
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const sizes = await Promise.all(
    [...files, compressedName(join(folder, LOG_FILE))].map((path) =>
      lstat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
