import { existsSync } from "node:fs";
import { join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { lockHolder } from "../../support/lock-file.ts";
import type { Harbour } from "../harbour.ts";
import { LOCK_FILE } from "../log/harbour-log.ts";
import { openRun } from "./open-run.ts";
import { readRunState } from "./read-run-state.ts";
import { isRunId } from "./run-id.ts";
import type { RunOptions } from "./run-options.ts";
import type { OpenRun } from "./run-surface.ts";

/** Opens a run again whose process is gone. It goes on in its own log, and its calls are counted on. */
export async function reopenRun(runId: string, options: RunOptions, harbour: Harbour): Promise<OpenRun> {
  const folder = join(harbour.runsFolder, runId);
  if (!isRunId(runId) || !existsSync(folder)) {
    throw new DejimaError(
      "not_found",
      `Cannot find run "${runId.slice(0, 100)}": \`dejima log list\` shows the runs there are`,
      { runId },
    );
  }
  const holder = lockHolder(join(folder, LOCK_FILE));
  if (holder !== undefined) {
    throw new DejimaError("conflict", `Cannot resume run ${runId}: process ${holder} still has it open`, {
      runId,
    });
  }
  const known = await (await harbour.store()).runs.get(runId);
  const state = await readRunState(folder);
  const title = known?.title ?? options.title;
  return openRun(harbour, { ...options, title }, { id: runId, ...state });
}
