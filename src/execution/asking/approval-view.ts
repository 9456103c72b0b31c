import type { Approval } from "../../contract/approval.ts";
import type { Execution } from "../../contract/execution.ts";
import type { RunLogs } from "../log/run-logs.ts";

/** What became of a call: one whose end was never recorded, though its process is gone, may have run. */
type CallState = "not run" | "running" | "may have run" | "done" | "failed";

/** An approval with what became of the call. */
export interface ApprovalView extends Approval {
  readonly call: { readonly state: CallState; readonly execution?: Execution };
  /** Whether a living process has the run open, and so goes on with the call by itself. */
  readonly attended: boolean;
}

/** Looks at an approval, its execution record and whether its process lives. */
export async function viewApproval(
  approval: Approval,
  execution: Execution | undefined,
  logs: RunLogs,
): Promise<ApprovalView> {
  const attended = (await logs.holder(approval.runId)) !== undefined;
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
