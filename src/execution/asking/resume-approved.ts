import { approvalRefused } from "../../approval/approval-errors.ts";
import type { Approval } from "../../contract/asking/approval.ts";
import { DejimaError } from "../../contract/error.ts";
import { type Outcome, statusOfCall } from "../../contract/outcome.ts";
import { defined } from "../../support/defined.ts";
import { alreadyStarted } from "../execution-record.ts";
import type { Harbour } from "../harbour.ts";
import { recordsOf } from "../log/read-log.ts";
import {
  findBrokenProgram,
  goOnWithProgram,
  isOutOfReach,
  type Reopening,
  stillWaits,
} from "../run/broken-program.ts";
import { openRun } from "../run/open-run.ts";
import { readRunState } from "../run/reopen-run.ts";

/**
 * Runs a call that was approved after its process had stopped, in its own run and exactly once. Everything that the approval
 * is bound to must be unchanged. If the run existed only for this call, a denial ends the run too. A program that the call belongs to
 * is run again from its start.
 */
export async function resumeApproved(id: string, harbour: Harbour, reopening: Reopening): Promise<Outcome> {
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
  const program = await programOf(approval, harbour, reopening);
  if (program !== undefined && approval.status !== "pending") {
    refuseWhileOpen(approval, await harbour.logs.holder(approval.runId));
    return goOnWithProgram(program, harbour, reopening);
  }
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
    const waiting = parked ? "parked" : "interrupted";
    const waits = outcome?.type === "failure" && outcome.error.details.parked === true;
    await run.end(goesOn ? waiting : waits ? "parked" : statusOfCall(outcome));
  }
}

/**
 * Makes the approved calls of a run that nobody has made, and continues a program whose question ended without a yes. Calls that
 * have begun, or whose end is recorded, are not made. Throws while another process has the run and has not begun them.
 */
export async function finishCalls(runId: string, harbour: Harbour, reopening: Reopening): Promise<void> {
  const { runs } = await harbour.store();
  if ((await runs.get(runId))?.status === "cancelled") return;
  const { queue, executions } = await harbour.service();
  const begun = await executions();
  for (const approval of await queue.list({ runId })) {
    const { id, callId, lines, status } = approval;
    if (status === "pending" || status === "withdrawn" || (await begun.get(id)) !== undefined) continue;
    // Only a program continues after the answer to a plan, or after a no.
    const isForProgram = lines !== undefined || status !== "approved";
    if (isForProgram && (await programOf(approval, harbour, reopening)) === undefined) continue;
    if (await hasEnded(callId, runId, harbour)) continue;
    try {
      await resumeApproved(id, harbour, reopening);
    } catch (error) {
      // Somebody else was faster with this one.
      if (error instanceof DejimaError && error.details.ran !== undefined) continue;
      throw error;
    }
  }
}

async function hasEnded(callId: string, runId: string, { logs }: Pick<Harbour, "logs">): Promise<boolean> {
  for await (const record of recordsOf(logs.lines(runId)))
    if (record.type === "call-end" && record.callId === callId) return true;
  return false;
}

/** The run that continued after an answer. */
export interface Continued {
  readonly outcome: Outcome;
  /** The call alone, or the program that it belongs to. */
  readonly what: "call" | "program";
}

/**
 * Goes on after an answer that no process waits for: with the program that asked, or with the call alone. Returns `undefined` if
 * there is nothing to do: a process waits, or the call belongs to a run that has more to do and was denied.
 */
export async function continueAnswered(
  id: string,
  harbour: Harbour,
  reopening: Reopening,
): Promise<Continued | undefined> {
  const approval = await (await harbour.service()).queue.get(id);
  const { runId, status, lines } = approval;
  if (status === "pending" || (await harbour.logs.holder(runId)) !== undefined) return undefined;
  const program = await programOf(approval, harbour, reopening);
  if (program !== undefined)
    return { outcome: await goOnWithProgram(program, harbour, reopening), what: "program" };
  const { runs, conversations } = await harbour.store();
  const isParkedAlone =
    (await conversations.turn(runId)) === undefined && (await runs.get(runId))?.status === "parked";
  if (lines !== undefined || (status !== "approved" && !isParkedAlone)) return undefined;
  return { outcome: await resumeApproved(id, harbour, reopening), what: "call" };
}

/** Goes on with the program that broke off in a run, from its start. */
export async function resumeProgram(runId: string, harbour: Harbour, reopening: Reopening): Promise<Outcome> {
  const program = await findBrokenProgram(runId, harbour);
  if (program !== undefined) return goOnWithProgram(program, harbour, reopening);
  throw new DejimaError(
    "invalid_input",
    `Cannot resume run ${runId}: neither a conversation nor a program broke off in it. \`dejima log show ${runId}\` shows what it did`,
    { runId },
  );
}

/** The program that continues after the answer. A plan belongs to the program of its run; a call, to the program that made it. */
async function programOf(
  { runId, callId, lines }: Approval,
  harbour: Harbour,
  { knowsLimits }: Reopening,
): Promise<Awaited<ReturnType<typeof findBrokenProgram>>> {
  const program = await findBrokenProgram(runId, harbour, lines === undefined ? callId : undefined);
  // The approved call itself may run: a person has seen it. The others may not.
  const isOther = program !== undefined && program.callId !== callId;
  return isOther && isOutOfReach(program, knowsLimits) ? undefined : program;
}

function refuseUnanswered(approval: Approval, endsWithIt: boolean): void {
  const { id, status, lines } = approval;
  if (lines !== undefined)
    throw new DejimaError(
      "invalid_input",
      `Cannot resume ${id}: it is a plan; make its calls, and each approved one runs once`,
      { id },
    );
  if (status === "pending") throw stillWaits(approval);
  if (status !== "approved" && !endsWithIt) throw approvalRefused(approval);
}

function refuseWhileOpen({ id, runId }: Approval, holder: string | undefined): void {
  if (holder === undefined) return;
  throw new DejimaError("conflict", `Cannot resume ${id}: ${holder} has run ${runId} open and continues it`, {
    id,
    runId,
    held: true,
  });
}
