import {
  approvalRefused,
  approvalRequired,
  notAllowed,
  questionEnd,
} from "../../approval/approval-errors.ts";
import { bindCall } from "../../approval/describe-call.ts";
import type { Approval } from "../../contract/asking/approval.ts";
import type { DejimaError } from "../../contract/error.ts";
import type { Outcome } from "../../contract/outcome.ts";
import type { Call } from "../call.ts";
import { runPermitted } from "../execute-call.ts";
import type { ExecutionWorld } from "../harbour.ts";
import { CallRecorder } from "../log/call-recorder.ts";
import { prepareCall } from "../prepare-call.ts";
import { changeRules } from "./change-rules.ts";
import { giveGrant } from "./standing-permission.ts";

/** What the log of the run already records about a question. */
export interface RecordedQuestion {
  readonly announced: boolean;
  readonly answered: boolean;
}

/** Finishes a call that was interrupted after a person had been asked. The call is judged again and must be unchanged. */
export async function resumeCall(
  call: Call,
  approval: Approval,
  recorded: RecordedQuestion,
  world: ExecutionWorld,
): Promise<Outcome> {
  const recorder = new CallRecorder(call, world);
  try {
    recorder.prepareParams();
    let judged = await prepareCall(call, world);
    // A rule change chosen with the answer applies before the call is judged.
    if (!recorded.answered || judged.verdict.verdict === "deny") {
      await changeRules(approval, world);
      judged = await prepareCall(call, world);
    }
    recorder.goOn(judged);
    if (approval.status !== "approved") throw recordRefusal(approval, recorded, recorder);
    if (judged.verdict.verdict === "deny")
      throw notAllowed({ tool: judged.tool.name, reasons: judged.verdict.reasons });
    const { describe } = await world.asking.service();
    const { id, hash, answers } = approval;
    const now = await bindCall(judged, describe.folder);
    if (now.hash !== hash)
      throw approvalRequired(
        approval,
        "what it would do is not what the person was shown: the tool, a script, the folder or a secret in the input has changed",
      );
    if (!recorded.announced) recorder.approvalStart(hash, id);
    const by = answers.map((answer) => answer.by).join(", ");
    if (recorded.answered) recorder.approvedBefore();
    else {
      recorder.approvalEnd(hash, "approve", { by, id, door: answers.at(-1)?.door });
      await giveGrant(approval, world);
    }
    return recorder.succeed(
      await runPermitted(call, { judged: { ...judged, bound: now.bound }, once: id }, world, recorder),
    );
  } catch (error) {
    return recorder.fail(error);
  }
}

// A denial given while no process waited is recorded like any other.
function recordRefusal(
  approval: Approval,
  { answered }: RecordedQuestion,
  recorder: CallRecorder,
): DejimaError {
  const { id, hash, answers } = approval;
  const error = approvalRefused(approval);
  const { answer, by } = questionEnd(error);
  if (!answered) recorder.approvalEnd(hash, answer, { by, id, door: answers.at(-1)?.door });
  return error;
}
