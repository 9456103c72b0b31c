import { join } from "node:path";
import { DejimaError } from "../contract/error.ts";
import type { HarbourEvent } from "../contract/event.ts";
import { undoCall } from "../files/undo/undo-call.ts";
import { defined } from "../support/defined.ts";
import type { Harbour } from "./harbour.ts";
import { recordInRun } from "./record-in-run.ts";
import { runOfCall } from "./run/run-id.ts";
import type { OpenRun } from "./run/run-surface.ts";

/** What was restored. */
export interface UndoResult {
  readonly undone: readonly { readonly path: string; readonly action: string }[];
}

interface UndoParts {
  readonly harbour: Harbour;
  run(id: string): OpenRun | undefined;
  /** Undoes what a call did elsewhere: rows of a database, an installation. Returns `undefined` if it did neither. */
  undoElsewhere(runId: string, callId: string): Promise<UndoResult | undefined>;
}

/** Restores what a recorded call has changed, and records the undo. */
export async function undoRecordedCall(
  callId: string,
  { harbour, run, undoElsewhere }: UndoParts,
): Promise<UndoResult> {
  const runId = runOfCall(callId);
  if (runId === undefined || !(await harbour.logs.has(runId))) {
    throw new DejimaError(
      "not_found",
      `Cannot undo "${callId.slice(0, 100)}": there is no call with this id. \`dejima undo\` lists the calls that can be undone`,
      { callId },
    );
  }
  return recordInRun(runId, { harbour, run }, async (record) => {
    const { result, event } = await undo(callId, runId, { harbour, undoElsewhere });
    record(event);
    return result;
  });
}

async function undo(
  callId: string,
  runId: string,
  { harbour, undoElsewhere }: Pick<UndoParts, "harbour" | "undoElsewhere">,
): Promise<{ result: UndoResult; event: HarbourEvent }> {
  const undoFolder = join(harbour.runsFolder, runId, "undo");
  await harbour.blobs?.bringJournals(runId);
  const elsewhere = await undoElsewhere(runId, callId);
  const result =
    elsewhere ??
    (await undoCall({
      undoFolder,
      callId,
      guard: harbour.files,
      ...defined({ bring: contentOf(runId, harbour) }),
    }));
  const at = new Date(harbour.now()).toISOString();
  return {
    result,
    event: { type: "undo-end", runId, at, callId, undone: result.undone.map(({ path }) => path) },
  };
}

/** Downloads the previous content of a file that was stored by another machine. */
function contentOf(runId: string, { blobs }: Harbour): ((hash: string) => Promise<void>) | undefined {
  return blobs && ((hash) => blobs.bring(runId, "undo/content", hash));
}
