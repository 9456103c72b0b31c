import { join } from "node:path";
import type { Approval } from "../../contract/approval.ts";
import type { Execution } from "../../contract/execution.ts";
import { lockHolder } from "../../support/lock-file.ts";
import { LOCK_FILE } from "../log/harbour-log.ts";

/** What became of a call: one whose end was never recorded, though its process is gone, may have run. */
type CallState = "not run" | "running" | "may have run" | "done" | "failed";

/** An approval with what became of the call. */
export interface ApprovalView extends Approval {
  readonly call: { readonly state: CallState; readonly execution?: Execution };
  /** Whether a living process has the run open, and so goes on with the call by itself. */
  readonly attended: boolean;
}

/** Looks at an approval, its execution record and whether its process lives. */
export function viewApproval(
  approval: Approval,
  execution: Execution | undefined,
  runsFolder: string,
): ApprovalView {
  const attended = lockHolder(join(runsFolder, approval.runId, LOCK_FILE)) !== undefined;
  return {
    ...approval,
    attended,
    call: execution === undefined ? { state: "not run" } : { state: stateOf(execution, attended), execution },
  };
}

function stateOf({ status }: Execution, attended: boolean): CallState {
  if (status !== "started") return status;
  return attended ? "running" : "may have run";
}
