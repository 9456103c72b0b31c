import { existsSync } from "node:fs";
import { join } from "node:path";
import { DejimaError } from "../contract/error.ts";
import type { HarbourEvent } from "../contract/event.ts";
import { undoCall } from "../files/undo-call.ts";
import { openHarbourLog } from "./harbour-log.ts";
import type { Harbour, OpenRun } from "./open-run.ts";
import { runOfCall } from "./run-id.ts";

/** What was put back. */
export interface UndoResult {
  readonly undone: readonly { readonly path: string; readonly action: string }[];
}

/** Puts back what a recorded call has changed, and records that. */
export async function undoRecordedCall(
  callId: string,
  { harbour, run }: { harbour: Harbour; run: (id: string) => OpenRun | undefined },
): Promise<UndoResult> {
  const runId = runOfCall(callId);
  const folder = runId === undefined ? undefined : join(harbour.runsFolder, runId);
  if (runId === undefined || folder === undefined || !existsSync(folder)) {
    throw new DejimaError(
      "invalid_input",
      `Cannot undo "${callId.slice(0, 100)}": there is no such call. \`dejima log show RUN\` lists the calls of a run`,
      { callId },
    );
  }
  const result = await undoCall({ undoFolder: join(folder, "undo"), callId, guard: harbour.files });
  const event: HarbourEvent = {
    type: "undo-end",
    runId,
    at: new Date(harbour.now()).toISOString(),
    callId,
    undone: result.undone.map(({ path }) => path),
  };
  const open = run(runId);
  if (open !== undefined && !open.ended) open.record(event);
  else await appendToEndedRun(event, folder, harbour);
  return result;
}

async function appendToEndedRun(event: HarbourEvent, folder: string, harbour: Harbour): Promise<void> {
  const log = openHarbourLog({
    folder,
    runId: event.runId,
    durability: "written",
    redactor: harbour.redactor,
  });
  try {
    harbour.bus.emit(JSON.parse(log.append(event)));
  } finally {
    log.close();
  }
  const { records, hash } = log.head();
  await (await harbour.store()).runs.update(event.runId, { records, head: hash });
}
