import type { Approval, ApprovalRequest } from "../contract/approval.ts";
import { DejimaError } from "../contract/error.ts";

/** That a call waits in the store for an answer, and nothing in this process waits for it. It has no end yet. */
export class Parked extends DejimaError {
  constructor(approval: Approval) {
    const { id, tool, runId } = approval;
    super(
      "approval_required",
      `Cannot call "${tool}" yet: ${id} waits for an answer. To answer, run: dejima approvals approve ${id}`,
      { parked: true, id, runId, request: approval satisfies ApprovalRequest },
    );
  }
}
