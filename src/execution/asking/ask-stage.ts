import { approvalRequired, Parked, questionEnd, replayOf } from "../../approval/approval-errors.ts";
import { describeCall, hashOfCall } from "../../approval/describe-call.ts";
import { grantOffers, type OfferOptions } from "../../approval/grant-offers.ts";
import { obtainApproval } from "../../approval/obtain-approval.ts";
import type { ApprovalRequest } from "../../contract/approval.ts";
import { DejimaError } from "../../contract/error.ts";
import type { Call, JudgedRequest } from "../call.ts";
import type { ExecutionWorld } from "../harbour.ts";
import type { CallRecorder } from "../log/call-recorder.ts";
import { prepareCall } from "../prepare-call.ts";
import type { ApprovalService } from "./approval-service.ts";
import { agreedBefore, giveGrant, type Permission } from "./standing-permission.ts";

const MAX_QUESTIONS = 3;
const NEVER = new AbortController().signal;

/**
 * The ask stage. Gets a person's yes to exactly this call, looks at the call once more when it is there, and asks again
 * when anything it is bound to has changed meanwhile.
 */
export async function permit(
  call: Call,
  judged: JudgedRequest,
  world: ExecutionWorld,
  recorder: CallRecorder,
): Promise<Permission> {
  let current = judged;
  for (let question = 1; ; question++) {
    if (current.verdict.verdict === "deny") throw notAllowed(current, call.runId);
    const agreed = await agreedBefore(current, call, world, recorder);
    if (agreed !== undefined) return agreed;
    const { request, approvalId } = await askAbout(current, call, world, recorder);
    if (approvalId === undefined) return { judged: current };
    current = await prepareCall(call, world);
    const { describe } = await world.asking.service();
    if (current.verdict.verdict !== "deny" && (await hashOfCall(current, describe.folder)) === request.hash)
      return { judged: current, once: approvalId };
    if (question === MAX_QUESTIONS)
      throw approvalRequired(request, "what it would do kept changing while a person was asked");
  }
}

async function askAbout(
  judged: JudgedRequest,
  call: Call,
  world: ExecutionWorld,
  recorder: CallRecorder,
): Promise<{ request: ApprovalRequest; approvalId: string | undefined }> {
  const { callId, runId, approve, signal = NEVER } = call;
  const { asking } = world;
  const service = await asking.service();
  const shown = await describeCall({ ...judged, given: givenInput(call) }, service.describe);
  // An offer says what it covers word for word: none where that holds a secret.
  const offers =
    service.queue.quorumOf(judged.tool.risk) > 1 || holdsSecret(judged, service)
      ? []
      : await grantOffers(judged, offerOptions(call, world, service));
  const request = { callId, runId, ...shown, replay: replayOf(shown), offers };
  const { hash } = request;
  let id: string | undefined;
  try {
    const { by, door, approval } = await obtainApproval(request, {
      approve,
      signal,
      over: asking.over,
      ask: call.ask ?? world.ask,
      park: asking.park,
      place: asking.place,
      queue: async () => service.queue,
      announce(stored) {
        id = stored;
        recorder.approvalStart(hash, id);
      },
    });
    recorder.approvalEnd(hash, "approve", { by, id, door });
    world.provenance.agree(judged);
    if (approval !== undefined) await giveGrant(approval, world);
    return { request, approvalId: approval?.id };
  } catch (error) {
    // The run ends while its question stays open: whoever resumes the call writes its answer and its end.
    const cancelled = error instanceof DejimaError && error.code === "cancelled";
    const left = cancelled && asking.park !== "refuse" && asking.over.aborted && !signal.aborted;
    if (error instanceof Parked || left || asking.left()) {
      recorder.leave();
      throw error;
    }
    const { answer, by } = questionEnd(error);
    recorder.approvalEnd(hash, answer, { by, id });
    throw error;
  }
}

function holdsSecret({ input, effects }: JudgedRequest, { describe }: ApprovalService): boolean {
  const text = JSON.stringify({ input, effects });
  return describe.redactor.json(text) !== text;
}

function offerOptions(
  { runId }: Call,
  { provenance, now }: ExecutionWorld,
  { describe }: ApprovalService,
): OfferOptions {
  return { folder: describe.folder, runId, sources: provenance.sources, now: Math.floor(now()) };
}

/** The input as the caller gave it. */
function givenInput({ input }: Pick<Call, "input">): unknown {
  return input.json === undefined ? null : JSON.parse(input.json);
}

/** Why a call may not run, from the reasons that decided it. */
export function notAllowed({ tool, verdict }: JudgedRequest, runId?: string): DejimaError {
  const decisive = verdict.reasons.filter(({ effect }) => effect === "deny");
  const why = decisive
    .map(({ rule, message, file }) =>
      rule.startsWith("default for")
        ? message
        : `${rule}${file === undefined ? "" : ` (${file})`}: ${message}`,
    )
    .join("; ");
  // What only this run is held to is explained for this run.
  const ofRun = runId !== undefined && decisive.some(({ layer }) => layer !== "global");
  const command = `dejima policy explain ${tool.name}${ofRun ? ` --run ${runId}` : ""}`;
  return new DejimaError(
    "tool_not_allowed",
    `Cannot call "${tool.name}": ${why}. \`${command}\` says what would change it`,
    {
      tool: tool.name,
      reasons: verdict.reasons,
    },
  );
}
