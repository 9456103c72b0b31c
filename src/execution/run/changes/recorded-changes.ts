import { defined } from "../../../support/defined.ts";
import type { LogRecord } from "../../log/read-log.ts";
import { type RunPlace, readRunJournals } from "./run-journals.ts";

/** A call that changed files, or rows of a database. */
export interface RecordedChange {
  readonly callId: string;
  readonly tool: string;
  readonly at: string;
  /** Canonical paths, in the order in which they were first changed. */
  readonly files: readonly string[];
  /** The tables whose rows it changed, as `database.table`. */
  readonly tables: readonly string[];
  readonly undone: boolean;
}

/** Reads runs and their records. */
interface RunReader {
  list(page: { limit: number; before?: string; user?: string }): Promise<readonly { readonly id: string }[]>;
  read(runId: string): AsyncIterable<LogRecord>;
}

const PAGE = 50;
/** Older runs are not searched. */
const MAX_RUNS = 1_000;

/** The calls that changed files or rows, the latest first. */
export async function recordedChanges(
  history: RunReader,
  place: RunPlace,
  { limit, user }: { readonly limit: number; readonly user?: string },
): Promise<RecordedChange[]> {
  const found: RecordedChange[] = [];
  let before: string | undefined;
  for (let seen = 0; seen < MAX_RUNS; seen += PAGE) {
    const runs = await history.list({
      limit: PAGE,
      ...defined({ before, user }),
    });
    for (const { id } of runs) {
      found.push(...(await changesOf(id, history, place)));
      if (found.length >= limit) return found.slice(0, limit);
    }
    before = runs.at(-1)?.id;
    if (runs.length < PAGE) break;
  }
  return found;
}

async function changesOf(runId: string, history: RunReader, place: RunPlace): Promise<RecordedChange[]> {
  const { calls } = await readRunJournals(runId, { ...place, read: history.read });
  return calls.toReversed().map(({ callId, tool, at, steps, tables, undone }) => {
    return { callId, tool, at, files: [...new Set(steps.map(({ path }) => path))], tables, undone };
  });
}
