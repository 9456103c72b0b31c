import {
  approvalRefused,
  approvalRequired,
  notAllowed,
  questionEnd,
} from "../../approval/approval-errors.ts";
import { bindCall } from "../../approval/describe-call.ts";
import type { Approval } from "../../contract/approval.ts";
import type { DejimaError } from "../../contract/error.ts";
import type { Outcome } from "../../contract/outcome.ts";
import type { Call } from "../call.ts";
import { runPermitted } from "../execute-call.ts";
import type { ExecutionWorld } from "../harbour.ts";
import { CallRecorder } from "../log/call-recorder.ts";
import { prepareCall } from "../prepare-call.ts";
import { changeRules } from "./change-rules.ts";
import { giveGrant } from "./standing-permission.ts";

/** How far the log of the run tells the story of a question. */
export interface Told {
  readonly announced: boolean;
  readonly answered: boolean;
}

/** The rest of the path of a call that was interrupted after a person had been asked. It is judged anew, and must be the same. */
export async function resumeCall(
  call: Call,
  approval: Approval,
  told: Told,
  world: ExecutionWorld,
): Promise<Outcome> {
  const recorder = new CallRecorder(call, world);
  try {
    recorder.takeParams();
    let judged = await prepareCall(call, world);
    // A change of the rules that was chosen with the answer comes before the call is judged by them.
    if (!told.answered || judged.verdict.verdict === "deny") {
      await changeRules(approval, world);
      judged = await prepareCall(call, world);
    }
    recorder.goOn(judged);
    if (approval.status !== "approved") throw refused(approval, told, recorder);
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
    if (!told.announced) recorder.approvalStart(hash, id);
    const by = answers.map((answer) => answer.by).join(", ");
    if (told.answered) recorder.approvedBefore();
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

// A no that was said while no process waited is told like any other.
function refused(approval: Approval, { answered }: Told, recorder: CallRecorder): DejimaError {
  const { id, hash, answers } = approval;
  const error = approvalRefused(approval);
  const { answer, by } = questionEnd(error);
  if (!answered) recorder.approvalEnd(hash, answer, { by, id, door: answers.at(-1)?.door });
  return error;
}
