import { approvalRefused } from "../../approval/approval-errors.ts";
import type { Approval } from "../../contract/asking/approval.ts";
import { DejimaError } from "../../contract/error.ts";
import type { Outcome } from "../../contract/outcome.ts";
import { defined } from "../../support/defined.ts";
import { alreadyStarted } from "../execution-record.ts";
import type { Harbour } from "../harbour.ts";
import { openRun } from "../run/open-run.ts";
import { readRunState } from "../run/reopen-run.ts";

/**
 * Runs a call that was approved after its process had stopped, in its own run and exactly once. Everything that the approval
 * is bound to must be unchanged. If the run existed only for this call, a denial ends the run too.
 */
export async function resumeApproved(id: string, harbour: Harbour): Promise<Outcome> {
  const service = await harbour.service();
  const approval = await service.queue.get(id);
  const { runs, conversations } = await harbour.store();
  const known = await runs.get(approval.runId);
  if (known?.status === "cancelled")
    throw new DejimaError(
      "conflict",
      `Cannot run "${approval.tool}": run ${approval.runId} was stopped, which ended ${id}. Give the task again`,
      { id, runId: approval.runId },
    );
  const parked = known?.status === "parked";
  // A run of the agent has not answered yet: only its call ends here.
  const turn = await conversations.turn(approval.runId);
  const goesOn = turn?.status === "open";
  refuseUnanswered(approval, parked && !goesOn);
  const begun = await (await service.executions()).get(id);
  if (begun !== undefined) throw alreadyStarted(begun);
  refuseWhileOpen(approval, await harbour.logs.holder(approval.runId));
  const state = await readRunState(harbour.logs, approval.runId);
  const announced = state.announced.get(id);
  if (announced !== undefined && announced !== approval.hash)
    throw new DejimaError(
      "conflict",
      `Cannot resume ${id}: it is not the question that the log of its run announced`,
      {
        id,
      },
    );
  const run = await openRun(
    harbour,
    {
      title: known?.title ?? `resumed ${id}`,
      mode: known?.mode ?? "unattended",
      ...defined({ conversation: turn?.conversationId, user: known?.user }),
    },
    { id: approval.runId, ...state },
  );
  let outcome: Outcome | undefined;
  try {
    outcome = await run.resume(approval, {
      announced: announced !== undefined,
      answered: state.answered.has(id),
    });
    return outcome;
  } finally {
    const ended = outcome?.type === "success" ? "done" : "failed";
    const waiting = parked ? "parked" : "interrupted";
    const waits = outcome?.type === "failure" && outcome.error.details.parked === true;
    await run.end(goesOn ? waiting : waits ? "parked" : ended);
  }
}

function refuseUnanswered(approval: Approval, endsWithIt: boolean): void {
  const { id, status, tool, lines } = approval;
  if (lines !== undefined)
    throw new DejimaError(
      "invalid_input",
      `Cannot resume ${id}: it is a plan; make its calls, and each approved one runs once`,
      { id },
    );
  if (status === "pending")
    throw new DejimaError(
      "approval_required",
      `Cannot run "${tool}": ${id} waits for an answer. To approve it, run: dejima approvals approve ${id}`,
      { id },
    );
  if (status !== "approved" && !endsWithIt) throw approvalRefused(approval);
}

function refuseWhileOpen({ id, runId }: Approval, holder: string | undefined): void {
  if (holder === undefined) return;
  throw new DejimaError(
    "conflict",
    `Cannot resume ${id}: ${holder} still has run ${runId} open and goes on with it by itself`,
    { id, runId },
  );
}
