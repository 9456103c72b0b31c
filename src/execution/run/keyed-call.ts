import { Parked } from "../../approval/approval-errors.ts";
import type { ApprovalQueue } from "../../approval/approval-queue.ts";
import type { Approval, Ask } from "../../contract/asking/approval.ts";
import type { EffectKind } from "../../contract/effect.ts";
import { DejimaError, type ErrorData } from "../../contract/error.ts";
import type { EventOf } from "../../contract/event.ts";
import { type Outcome, outputIn } from "../../contract/outcome.ts";
import type { Parking } from "../../contract/run.ts";
import type { Risk } from "../../contract/tool.ts";
import { message } from "../../contract/words/messages.ts";
import { canonicalJson } from "../../support/json.ts";
import type { LogRecord } from "../log/read-log.ts";
import type { OpenRun } from "./run-surface.ts";

/** A call that is ready to be made. The key is the model's id of the call; a key is never run twice. */
export interface KeyedCall {
  readonly key: string;
  readonly tool: string;
  readonly input: unknown;
  /** Why the call cannot run. It is then only recorded, so that people see it. */
  readonly refusal?: DejimaError;
}

/** How a call of the agent ended. */
export interface CallResult {
  readonly outcome: Outcome;
  /** The kinds of the call's effects. */
  readonly effects: readonly EffectKind[];
  /** The person's answer. `undefined` if nobody was asked. */
  readonly answer?: { readonly answer: "approve" | "deny"; readonly by: string };
}

/** What the log contains about one keyed call. */
export interface RecordedCall {
  readonly key: string;
  readonly callId: string;
  readonly tool: string;
  readonly risk: Risk | undefined;
  readonly effects: readonly EffectKind[];
  readonly params: unknown;
  /** Whether it could have run: it was allowed, or a person, a grant or a plan had approved it. */
  readonly permitted: boolean;
  /** The question to a person, and whether the log contains the answer. `undefined` if nobody was asked. */
  readonly approval?: { readonly id: string; readonly answered: boolean };
  readonly end?: EventOf<"call-end">;
}

/** The keyed calls of a log, by key. Those that ended stand in the order of their ends. */
export async function readRecordedCalls(
  records: AsyncIterable<LogRecord>,
): Promise<Map<string, RecordedCall>> {
  const calls = new Map<string, RecordedCall>();
  const keys = new Map<string, string>();
  const change = (callId: string, fields: Partial<RecordedCall>) => {
    const key = keys.get(callId) ?? "";
    const known = calls.get(key);
    if (known === undefined) return;
    if (fields.end !== undefined) calls.delete(key); // set again, it is the last one
    calls.set(key, { ...known, ...fields });
  };
  for await (const record of records) {
    if (record.type === "call-start" && record.key !== undefined) {
      const { callId, key, tool, risk, params, effects, verdict } = record;
      keys.set(callId, key);
      const kinds = effects.map(({ kind }) => kind);
      calls.set(key, { key, callId, tool, risk, params, effects: kinds, permitted: verdict === "allow" });
    } else if (record.type === "approval-start" && record.id !== undefined) {
      change(record.callId, { approval: { id: record.id, answered: false } });
    } else if (record.type === "approval-end") {
      if (record.answer === "approve") change(record.callId, { permitted: true });
      if (record.id !== undefined) change(record.callId, { approval: { id: record.id, answered: true } });
    } else if (record.type === "call-end") change(record.callId, { end: record });
  }
  return calls;
}

/**
 * Whether a call only shares its key with a recorded one. A crash may lose rounds of read-only calls, and a model that is asked
 * again may give the same key to another call. A call that may have changed something is never mistaken for another one,
 * because its round was stored before it was made.
 */
export function isDifferentCall(
  recorded: RecordedCall,
  { tool, input }: { tool: string; input: unknown },
): boolean {
  // A call without a risk was never judged, so it did not run.
  const isHarmless = recorded.risk === "low" || recorded.risk === undefined;
  if (!isHarmless || recorded.approval !== undefined) return false;
  return recorded.tool !== tool || canonicalJson(recorded.params) !== canonicalJson(input);
}

/** The outcome of a recorded call. A large output is read back in full and cut again. */
export async function outcomeOfEnd(
  { callId, runId, result }: Pick<EventOf<"call-end">, "callId" | "runId" | "result">,
  observation: (ref: string) => Promise<string>,
  maxCharacters: number,
): Promise<Outcome> {
  if (!result.ok) {
    const error: ErrorData = result.error ?? { code: "internal", message: "The call failed", details: {} };
    return { type: "failure", callId, runId, error };
  }
  if (result.observation === undefined) return { type: "success", callId, runId, output: result.output };
  const { ref, truncated, format } = result.observation;
  const whole = await observation(ref);
  if (!truncated) return { type: "success", callId, runId, output: outputIn(whole, format) };
  const output = `${whole.slice(0, maxCharacters).toWellFormed()}\n… [cut; read_observation with ref "${ref}" pages and searches the whole] …`;
  return { type: "success", callId, runId, output };
}

interface InterruptedWorld {
  readonly run: Pick<OpenRun, "id" | "resume">;
  readonly questions: Pick<ApprovalQueue, "get" | "answer" | "wait">;
  readonly ask: Ask | undefined;
  readonly park: Parking;
  readonly maxCharacters: number;
  readonly signal: AbortSignal;
  observation(ref: string): Promise<string>;
}

/**
 * The result of a call that an earlier process started. If it ended, its recorded result. If it waits for a person, it keeps
 * waiting. If it may have run, it is not repeated. If it only reads or was not approved yet, returns `undefined`: it may be
 * made again.
 */
export async function settleInterrupted(
  call: RecordedCall,
  world: InterruptedWorld,
): Promise<CallResult | undefined> {
  const { effects, end, approval } = call;
  if (end !== undefined) {
    return { outcome: await outcomeOfEnd(end, world.observation, world.maxCharacters), effects };
  }
  // A yes to a plan is not a question about this call.
  if (approval !== undefined && (await world.questions.get(approval.id)).lines === undefined)
    return { outcome: await settleApproval(call, approval, world), effects };
  if (call.risk === "low" || call.risk === undefined || !call.permitted) return undefined;
  return { outcome: unknownEnd(call, world.run.id), effects };
}

async function settleApproval(
  call: RecordedCall,
  { id, answered }: NonNullable<RecordedCall["approval"]>,
  world: InterruptedWorld,
): Promise<Outcome> {
  const settled = await answerOf(id, world);
  if (settled.status !== "pending")
    return world.run.resume(settled, { announced: true, answered, key: call.key }, world.signal);
  const error = new Parked(settled).toData();
  return { type: "failure", callId: call.callId, runId: world.run.id, error };
}

async function answerOf(id: string, { questions, ask, park, signal }: InterruptedWorld): Promise<Approval> {
  const approval = await questions.get(id);
  if (approval.status !== "pending") return approval;
  if (ask !== undefined) {
    const answer = await ask(approval, { signal });
    const own = { isUserOfRun: true };
    return (await questions.answer(id, { ...answer, door: approval.place }, own)).approval;
  }
  return park === "wait" ? questions.wait(id, { signal }) : approval;
}

function unknownEnd({ callId, tool }: RecordedCall, runId: string): Outcome {
  const error = new DejimaError(
    "conflict",
    `The outcome of "${tool}" is unknown: ${message("unknownEnd", "en")}`,
    { tool, ran: "perhaps" },
  );
  return { type: "failure", callId, runId, error: error.toData() };
}
