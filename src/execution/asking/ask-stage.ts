import {
  approvalRequired,
  cancelledWhileAsking,
  notAllowed,
  Parked,
  questionEnd,
  replayOf,
} from "../../approval/approval-errors.ts";
import { bindCall, describeCall } from "../../approval/describe-call.ts";
import { grantOffers, type OfferOptions } from "../../approval/grant-offers.ts";
import { obtainApproval } from "../../approval/obtain-approval.ts";
import type { OfferedRules } from "../../approval/rule-offers.ts";
import type { ApprovalRequest } from "../../contract/asking/approval.ts";
import { DejimaError } from "../../contract/error.ts";
import { defined } from "../../support/defined.ts";
import type { Call, JudgedRequest, QuestionTurn } from "../call.ts";
import type { ExecutionWorld } from "../harbour.ts";
import type { CallRecorder } from "../log/call-recorder.ts";
import { prepareCall } from "../prepare-call.ts";
import { type ApprovalService, isLeft } from "./approval-service.ts";
import { changeRules, offeredRules, offeredSwitch } from "./change-rules.ts";
import { findStandingPermission, giveGrant, type Permission } from "./standing-permission.ts";

const MAX_QUESTIONS = 3;
const NEVER = new AbortController().signal;

/**
 * The ask stage. Obtains a person's approval of exactly this call, prepares the call once more afterwards, and asks again if
 * anything that the approval is bound to has changed. A call that is only off by default can be turned on with the approval.
 */
export async function permit(
  call: Call,
  judged: JudgedRequest,
  world: ExecutionWorld,
  recorder: CallRecorder,
): Promise<Permission> {
  if (judged.verdict.verdict !== "deny") return permitAsked(call, judged, world, recorder);
  if (!(await canBeTurnedOn(call, judged, world))) throw refusal(judged, call);
  return world.asking.switches.oneAtATime(async () => {
    const permission = await permitAsked(call, await prepareCall(call, world), world, recorder);
    recorder.rejudged(permission.judged);
    return permission;
  });
}

async function permitAsked(
  call: Call,
  judged: JudgedRequest,
  world: ExecutionWorld,
  recorder: CallRecorder,
): Promise<Permission> {
  let current = judged;
  for (let question = 1; ; question++) {
    if (current.verdict.verdict === "deny" && offeredSwitch(current, world) === undefined)
      throw refusal(current, call);
    const standing =
      current.verdict.verdict === "deny"
        ? undefined
        : await findStandingPermission(current, call, world, recorder);
    if (standing !== undefined) return standing;
    // The answer to another question may have permitted this call meanwhile.
    if (call.questionTurn !== undefined && (await waitForTurn(call.questionTurn, call, world, recorder))) {
      question -= 1;
      continue;
    }
    const { request, approvalId } = await askAbout(current, call, world, recorder);
    const { describe } = await world.asking.service();
    if (approvalId === undefined && current.tool.rehearse === undefined) return { judged: current };
    current = await prepareCall(call, world);
    if (current.verdict.verdict !== "deny") {
      const { hash, bound } = await bindCall(current, describe.folder);
      if (hash === request.hash) return { judged: { ...current, bound }, ...defined({ once: approvalId }) };
    }
    if (question === MAX_QUESTIONS)
      throw approvalRequired(request, "what it would do kept changing while a person was asked");
  }
}

async function waitForTurn(
  turn: QuestionTurn,
  { signal = NEVER, tool }: Call,
  { asking }: ExecutionWorld,
  recorder: CallRecorder,
): Promise<boolean> {
  try {
    return await turn.enter(AbortSignal.any([signal, asking.over]));
  } catch (error) {
    // Nothing was asked and nothing has run, so the process that continues makes the call again.
    if (error instanceof Parked || isLeft(asking, signal)) recorder.leave();
    throw error instanceof DejimaError ? error : cancelledWhileAsking(tool);
  }
}

/** Whether a person is asked to turn on a refused call. A hash approved beforehand does not answer that question. */
async function canBeTurnedOn(call: Call, judged: JudgedRequest, world: ExecutionWorld): Promise<boolean> {
  const { park, service } = world.asking;
  if (call.approve !== undefined || offeredSwitch(judged, world) === undefined) return false;
  if ((call.ask ?? world.ask) === undefined && park === "refuse") return false;
  return (await service()).queue.quorumOf(judged.tool.risk) === 1;
}

function refusal({ tool, verdict }: JudgedRequest, { runId }: Call): DejimaError {
  return notAllowed({ tool: tool.name, reasons: verdict.reasons, runId });
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
  const shown = await describeCall({ ...judged, runId, callerInput: callerInput(call) }, service.describe);
  // An offer states literally what it covers, so none is made if that contains a secret.
  const mayOffer = service.queue.quorumOf(judged.tool.risk) === 1 && !holdsSecret(judged, service);
  const rules: Partial<OfferedRules> =
    mayOffer || judged.verdict.verdict === "deny" ? offeredRules(judged, world, service.describe.folder) : {};
  const offers =
    mayOffer && rules.off === undefined
      ? await grantOffers(judged, offerOptions(call, judged, world, service))
      : [];
  const voice = defined({ voice: asking.voice });
  const request = {
    callId,
    runId,
    ...shown,
    replay: replayOf({ ...shown, skill: judged.tool.skill }),
    offers,
    ...rules,
    ...voice,
  };
  const { hash } = request;
  let id: string | undefined;
  let approved = false;
  try {
    const { by, door, approval } = await obtainApproval(request, {
      approve,
      signal,
      over: asking.over,
      ask: call.ask ?? world.ask,
      park: asking.park,
      place: asking.place,
      isInner: call.parent !== undefined,
      queue: async () => service.queue,
      announce(stored) {
        id = stored;
        recorder.approvalStart(hash, id);
        call.questionTurn?.asked();
        return world.settled();
      },
    });
    recorder.approvalEnd(hash, "approve", { by, id, door });
    world.provenance.agree(judged);
    approved = true;
    if (approval !== undefined) {
      await changeRules(approval, world);
      await giveGrant(approval, world);
    }
    return { request, approvalId: approval?.id };
  } catch (error) {
    // The run ends while its question stays open. The process that resumes the call records the answer and the end.
    const cancelled = error instanceof DejimaError && error.code === "cancelled";
    const left = cancelled && isLeft(asking, signal);
    if (error instanceof Parked || left || asking.left()) {
      recorder.leave();
      throw error;
    }
    const { answer, by } = questionEnd(error);
    if (!approved) recorder.approvalEnd(hash, answer, { by, id });
    const [turnedOn] = rules.off === undefined ? [] : (rules.ruleOffers ?? []);
    if (turnedOn !== undefined) asking.switches.decline(turnedOn.rules);
    if (answer === "deny" && id !== undefined) await changeRules(await service.queue.get(id), world);
    throw withRemedies(error, judged);
  }
}

function holdsSecret({ input, effects }: JudgedRequest, { describe }: ApprovalService): boolean {
  const text = JSON.stringify({ input, effects });
  return describe.redactor.json(text) !== text;
}

function offerOptions(
  { runId }: Call,
  judged: JudgedRequest,
  { provenance, now }: ExecutionWorld,
  { describe }: ApprovalService,
): OfferOptions {
  const { sources, reading } = provenance;
  const party = provenance.partyOf(judged);
  return { folder: describe.folder, runId, sources, reading, party, now: Math.floor(now()) };
}

/** The input as the caller passed it. */
function callerInput({ input }: Pick<Call, "input">): unknown {
  return input.json === undefined ? null : JSON.parse(input.json);
}

const REFUSED = new Set(["approval_denied", "approval_required"]);

/** Adds alternatives to a refusal, for a call that was asked about because of the origin of its arguments. */
function withRemedies(error: unknown, judged: JudgedRequest): unknown {
  if (!(error instanceof DejimaError) || !REFUSED.has(error.code)) return error;
  const remedies = remediesFor(judged);
  if (remedies.length === 0) return error;
  const { code, message, details } = error;
  return new DejimaError(
    code,
    `${message}. What else works: ${remedies.join("; ")}`,
    { ...details, remedies },
    { cause: error },
  );
}

function remediesFor({ tool, explanation }: JudgedRequest): string[] {
  const asking = explanation?.found.origins.filter(({ asks }) => asks) ?? [];
  if (asking.length === 0) return [];
  const { required } = tool.input.toJsonSchema() as { required?: unknown }; // a JSON Schema may contain anything
  const isNeeded = (argument: string) => Array.isArray(required) && required.includes(argument);
  const optional = new Set(
    asking.map(({ path }) => path.split(".")[0] ?? path).filter((argument) => !isNeeded(argument)),
  );
  return [
    ...[...optional].map((argument) => `leave out "${argument}"`),
    "ask the user to write the value themselves",
    "in the next message, agree on it with submit_plan before reading, or get a yes, no or choice with read_quarantined, or from a child run with run_child_task",
  ];
}
