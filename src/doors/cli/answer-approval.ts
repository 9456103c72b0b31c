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
  if (
    !result.accepted ||
    result.approval.status !== "approved" ||
    !run ||
    result.approval.lines !== undefined
  ) {
    context.output.data(result, () => "");
    return result.accepted ? EXIT.done : EXIT.failed;
  }
  const { attended } = await runtime.approvals.show(id);
  if (attended) {
    context.output.data(result, () => "");
    return EXIT.done;
  }
  const outcome = await runtime.resumeApproved(id);
  const { runId } = result.approval;
  const turn = await (await runtime.store()).conversations.turn(runId);
  if (turn?.status === "open") context.output.note(`\`dejima resume ${runId}\` goes on with the run`);
  if (!context.output.json) return showOutcome(context, outcome);
  context.output.data({ ...result, outcome }, () => "");
  return outcome.type === "success" ? EXIT.done : exitCodeOf(outcome.error.code);
}
