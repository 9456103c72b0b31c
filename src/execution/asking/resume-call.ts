import {
  approvalRefused,
  approvalRequired,
  notAllowed,
  questionEnd,
} from "../../approval/approval-errors.ts";
import { bindCall } from "../../approval/describe-call.ts";
import type { Approval } from "../../contract/asking/approval.ts";
import { DejimaError, type ErrorData } from "../../contract/error.ts";
import type { Outcome } from "../../contract/outcome.ts";
import type { Call, JudgedRequest } from "../call.ts";
import { runPermitted } from "../execute-call.ts";
import type { ExecutionWorld } from "../harbour.ts";
import { CallRecorder } from "../log/call-recorder.ts";
import type { BoundOutput } from "../observation/bound-output.ts";
import { readObservation } from "../observation/run-stores.ts";
import { prepareCall } from "../prepare-call.ts";
import { outcomeOfEnd } from "../run/keyed-call.ts";
import type { RecordedQuestion } from "../run/run-surface.ts";
import { changeRules } from "./change-rules.ts";
import { giveGrant } from "./standing-permission.ts";

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
      (await endBefore(call, judged, id, world)) ??
        (await runPermitted(call, { judged: { ...judged, bound: now.bound }, once: id }, world, recorder)),
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

/** How a call ended according to the store, if the log says nothing about it. */
type StoredEnd =
  | ({ readonly ok: true; readonly sha256: string } & BoundOutput["recorded"])
  | { readonly ok: false; readonly error: ErrorData };

/**
 * The output of a call that ran to its end in a process that was killed before the log had the end. Throws its error if it
 * failed. Returns `undefined` if the call has not run, or may have run.
 */
async function endBefore(
  call: Call,
  judged: JudgedRequest,
  id: string,
  world: ExecutionWorld,
): Promise<BoundOutput | undefined> {
  const { runId, callId } = call;
  const before = await (await (await world.asking.service()).executions()).get(id);
  const isThisCall = before?.runId === runId && before.callId === callId;
  if (!isThisCall || before.status === "started" || before.result === undefined) return undefined;
  const end = before.result as StoredEnd; // written by runOnce
  if (!end.ok) throw new DejimaError(end.error.code, end.error.message, end.error.details);
  const { ok: _ok, sha256, ...recorded } = end;
  const read = (ref: string) => readObservation(runId, ref, world);
  const outcome = await outcomeOfEnd(
    { runId, callId, result: { ok: true, ...recorded } },
    read,
    world.limits.maxOutputCharacters,
  );
  const output = outcome.type === "success" ? outcome.output : undefined;
  world.provenance.note(call, judged, output);
  const bound = { output, whole: output, characters: 0, sha256, recorded };
  const { observation } = recorded;
  return observation?.truncated !== true
    ? bound
    : { ...bound, observation: { ...observation, excerpt: String(output) } };
}
