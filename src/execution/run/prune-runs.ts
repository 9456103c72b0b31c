import { existsSync } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Run, RunStatus } from "../../contract/run.ts";
import type { Store } from "../../store/store.ts";
import { defined } from "../../support/defined.ts";

const COLLECTION = "pruned-runs";
const PAGE = 500;

/** Runs that wait for somebody, or that somebody may resume, are never pruned. */
const ENDED: readonly RunStatus[] = ["done", "failed", "cancelled"];

const prunedSchema = z.object({ at: z.string(), records: z.int(), head: z.string() });

/** What is kept of a run whose folder was pruned: when, and how its log ended. */
export type PrunedRun = z.infer<typeof prunedSchema>;

/** What was pruned, or would be. */
export interface PruneReport {
  readonly runs: readonly string[];
  readonly bytes: number;
  /** Runs of that age that were kept, because they have not ended. */
  readonly kept: readonly string[];
}

interface PruneParts {
  readonly runsFolder: string;
  store(): Promise<Pick<Store, "runs" | "documents">>;
  /** Whether a process has the run open. */
  isOpen(runId: string): boolean;
  now(): number;
}

export interface PruneOptions {
  /** Runs that began before this time. */
  readonly before: number;
  /** Only says what would be pruned. */
  readonly dryRun?: boolean | undefined;
}

/** Removes the logs, observations, artifacts and undo copies of old runs. That they were there, and how their logs ended, stays known. */
export async function pruneRuns(
  parts: PruneParts,
  { before, dryRun = false }: PruneOptions,
): Promise<PruneReport> {
  const { documents } = await parts.store();
  const [runs, kept]: [string[], string[]] = [[], []];
  let bytes = 0;
  for await (const run of runsBefore(parts, before)) {
    const folder = join(parts.runsFolder, run.id);
    if (!existsSync(folder)) continue;
    if (!ENDED.includes(run.status) || parts.isOpen(run.id)) {
      kept.push(run.id);
      continue;
    }
    bytes += await sizeOf(folder);
    runs.push(run.id);
    if (dryRun) continue;
    const { records, head } = run;
    // Noted first: a log that is gone without a note counts as missing.
    await documents.put(COLLECTION, run.id, { at: new Date(parts.now()).toISOString(), records, head });
    await rm(folder, { recursive: true, force: true });
  }
  return { runs, bytes, kept };
}

/** The runs that were pruned, by id. */
export async function prunedRuns({ documents }: Pick<Store, "documents">): Promise<Map<string, PrunedRun>> {
  const held = await documents.list(COLLECTION);
  return new Map(
    held.flatMap(({ key, value }) => {
      const { data } = prunedSchema.safeParse(value);
      return data === undefined ? [] : [[key, data]];
    }),
  );
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

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => (await lstat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
