import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Artifact } from "../../contract/artifact.ts";
import { readJournal, type UndoStep } from "../../files/undo/undo-journal.ts";
import type { LogRecord } from "../log/read-log.ts";

/** What one call did to files, as its journal keeps it. */
export interface CallJournal {
  readonly callId: string;
  readonly tool: string;
  readonly at: string;
  readonly steps: readonly UndoStep[];
  readonly undone: boolean;
}

/** A file that a run made for its user, and the call that made it. */
export interface MadeArtifact extends Artifact {
  readonly callId: string;
  readonly tool: string;
  readonly at: string;
}

/** What the calls of a run did to files, in the order of the calls. */
interface RunJournals {
  readonly calls: readonly CallJournal[];
  readonly artifacts: readonly MadeArtifact[];
}

/** Reads the journals of a run, and its log for what the calls were. A run without either folder is not read. */
export async function readRunJournals(
  runId: string,
  { runsFolder, read }: { readonly runsFolder: string; read(runId: string): AsyncIterable<LogRecord> },
): Promise<RunJournals> {
  const undoFolder = join(runsFolder, runId, "undo");
  const names = await readdir(undoFolder).catch(() => []);
  const made = await readdir(join(runsFolder, runId, "artifacts")).catch(() => []);
  const calls = names.flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -".json".length)] : []));
  if (calls.length === 0 && made.length === 0) return { calls: [], artifacts: [] };
  const started = new Map<string, { readonly tool: string; readonly at: string }>();
  const artifacts: MadeArtifact[] = [];
  for await (const event of read(runId)) {
    if (event.type === "call-start") started.set(event.callId, event);
    if (event.type === "artifact-end") {
      const { callId, at, name, mediaType, bytes, sha256 } = event;
      const tool = started.get(callId)?.tool ?? "?";
      artifacts.push({ callId, tool, at, name, mediaType, bytes, sha256 });
    }
  }
  const journals = calls.map(async (callId) => {
    const { steps, undone } = await readJournal(undoFolder, callId);
    const { tool = "?", at = "" } = started.get(callId) ?? {};
    return { callId, tool, at, steps, undone };
  });
  return {
    calls: (await Promise.all(journals)).sort((a, b) => numberOf(a.callId) - numberOf(b.callId)),
    artifacts,
  };
}

function numberOf(callId: string): number {
  return Number(callId.slice(callId.lastIndexOf(".") + 1));
}
