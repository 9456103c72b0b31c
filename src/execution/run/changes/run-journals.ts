import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Artifact } from "../../../contract/data/artifact.ts";
import { ROW_JOURNAL_ENDING, rowJournalSchema } from "../../../contract/data/database.ts";
import { readJournal, type UndoStep } from "../../../files/undo/undo-journal.ts";
import type { LogRecord } from "../../log/read-log.ts";
import type { RunBlobs } from "../run-blobs.ts";

/** What one call changed, according to its journals. */
export interface CallJournal {
  readonly callId: string;
  readonly tool: string;
  readonly at: string;
  /** Its changes to files. */
  readonly steps: readonly UndoStep[];
  /** The tables whose rows it changed, as `database.table`. */
  readonly tables: readonly string[];
  readonly undone: boolean;
}

/** A file that a run made for its user, and the call that made it. */
export interface RecordedArtifact extends Artifact {
  readonly callId: string;
  readonly tool: string;
  readonly at: string;
}

/** The changes of a run's calls, in order. */
interface RunJournals {
  readonly calls: readonly CallJournal[];
  readonly artifacts: readonly RecordedArtifact[];
}

/** Where the journals of runs are stored. */
export interface RunPlace {
  readonly runsFolder: string;
  readonly blobs: RunBlobs | undefined;
}

/** Reads the journals of a run, and its log for details of the calls. A local run without journals and artifacts is not read. */
export async function readRunJournals(
  runId: string,
  { runsFolder, blobs, read }: RunPlace & { read(runId: string): AsyncIterable<LogRecord> },
): Promise<RunJournals> {
  await blobs?.bringJournals(runId);
  const undoFolder = join(runsFolder, runId, "undo");
  const names = await readdir(undoFolder).catch(() => []);
  const made = await readdir(join(runsFolder, runId, "artifacts")).catch(() => []);
  const journalNames = names.filter((name) => name.endsWith(".json"));
  if (journalNames.length === 0 && made.length === 0 && blobs === undefined)
    return { calls: [], artifacts: [] };
  const started = new Map<string, { readonly tool: string; readonly at: string }>();
  const artifacts: RecordedArtifact[] = [];
  for await (const event of read(runId)) {
    if (event.type === "call-start") started.set(event.callId, event);
    if (event.type === "artifact-end") {
      const { callId, at, name, mediaType, bytes, sha256 } = event;
      const tool = started.get(callId)?.tool ?? "?";
      artifacts.push({ callId, tool, at, name, mediaType, bytes, sha256 });
    }
  }
  const journals = journalNames.map(async (name) => {
    const changed = await readChange(undoFolder, name);
    const { tool = "?", at = "" } = started.get(changed.callId) ?? {};
    return { ...changed, tool, at };
  });
  return {
    calls: (await Promise.all(journals)).sort((a, b) => numberOf(a.callId) - numberOf(b.callId)),
    artifacts,
  };
}

async function readChange(undoFolder: string, name: string): Promise<Omit<CallJournal, "tool" | "at">> {
  if (!name.endsWith(ROW_JOURNAL_ENDING)) {
    const callId = name.slice(0, -".json".length);
    const { steps, undone } = await readJournal(undoFolder, callId);
    return { callId, steps, tables: [], undone };
  }
  const callId = name.slice(0, -ROW_JOURNAL_ENDING.length);
  const { data } = rowJournalSchema.safeParse(await readJson(join(undoFolder, name)));
  // A damaged journal is reported when somebody undoes it. The others can be listed all the same.
  if (data === undefined) return { callId, steps: [], tables: ["?"], undone: false };
  const tables = new Set(data.changes.map(({ table }) => `${data.database}.${table}`));
  return {
    callId,
    steps: [],
    tables: tables.size === 0 ? [data.database] : [...tables],
    undone: data.undone,
  };
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function numberOf(callId: string): number {
  return Number(callId.slice(callId.lastIndexOf(".") + 1));
}
