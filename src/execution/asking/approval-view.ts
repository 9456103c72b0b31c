import type { Approval } from "../../contract/asking/approval.ts";
import type { Execution } from "../../contract/execution.ts";
import type { RunLogs } from "../log/run-logs.ts";

/** The state of a call. A call whose end was never recorded before its process stopped may have run. */
type CallState = "not run" | "running" | "may have run" | "done" | "failed";

/** An approval with the state of its call. */
export interface ApprovalView extends Approval {
  readonly call: { readonly state: CallState; readonly execution?: Execution };
  /** Whether a living process has the run open and continues the call on its own. */
  readonly attended: boolean;
}

/** Combines an approval with its execution record and the state of its process. */
export async function viewApproval(
  approval: Approval,
  execution: Execution | undefined,
  logs: RunLogs,
): Promise<ApprovalView> {
  const { runId } = approval;
  const attended = (await logs.isAttended?.(runId)) ?? (await logs.holder(runId)) !== undefined;
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
