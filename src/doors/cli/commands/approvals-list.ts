import { APPROVAL_STATUSES, type ApprovalStatus } from "../../../contract/approval.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";
import { approvalRow } from "../describe-approval.ts";

/** `dejima approvals list` */
export const run: RunCommand = async ({ runtime, output }, { options }) => {
  const status = options.all === true ? undefined : statusFrom(options.status);
  const { approvals } = await runtime();
  const found = await approvals.list(status === undefined ? {} : { status });
  output.data(found, () =>
    found.length === 0
      ? "Nothing waits for an answer. `dejima approvals list --all` shows what was asked before."
      : output.table([
          ["ID", "STATUS", "RISK", "ASKED", "WHAT"].map((head) => output.style("bold", head)),
          ...found.map(approvalRow),
        ]),
  );
  return 0;
};

function statusFrom(given: unknown): ApprovalStatus {
  const status = APPROVAL_STATUSES.find((known) => known === (given ?? "pending"));
  if (status !== undefined) return status;
  throw new DejimaError(
    "invalid_input",
    `Cannot list approvals that are "${given}": there are ${APPROVAL_STATUSES.join(", ")}`,
  );
}
