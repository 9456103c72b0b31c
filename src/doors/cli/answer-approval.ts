import { userInfo } from "node:os";
import type { ApprovalAnswer } from "../../contract/approval.ts";
import { showOutcome } from "./call-tool.ts";
import type { CommandContext } from "./command.ts";
import { EXIT, exitCodeOf } from "./exit-code.ts";

/** Hands in what the person at this terminal answers. An approved call that no process waits for is run here, once. */
export async function answerApproval(
  context: CommandContext,
  id: string,
  answer: Omit<ApprovalAnswer, "by"> & { readonly run: boolean },
): Promise<number> {
  const { run, ...given } = answer;
  const runtime = await context.runtime();
  const result = await runtime.approvals.answer(id, { ...given, by: userInfo().username, door: "cli" });
  if (!context.output.json) context.output.note(result.message);
  const { approval, accepted } = result;
  const settled = accepted && approval.status !== "pending" && approval.lines === undefined;
  const { store } = runtime;
  const turn = await store.conversations.turn(approval.runId);
  const parkedCall = turn === undefined && (await store.runs.get(approval.runId))?.status === "parked";
  const goesOn = approval.status === "approved" ? run : parkedCall;
  if (!settled || !goesOn || (await runtime.approvals.show(id)).attended) {
    context.output.data(result, () => "");
    return accepted ? EXIT.done : EXIT.failed;
  }
  const outcome = await runtime.resumeApproved(id);
  if (turn?.status === "open")
    context.output.note(`\`dejima resume ${approval.runId}\` goes on with the run`);
  if (approval.status === "denied") {
    context.output.data({ ...result, outcome }, () => "");
    return EXIT.done;
  }
  if (!context.output.json) return showOutcome(context, outcome);
  context.output.data({ ...result, outcome }, () => "");
  return outcome.type === "success" ? EXIT.done : exitCodeOf(outcome.error.code);
}
