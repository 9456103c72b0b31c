import { type ApprovalRequest, noSuchApproval } from "../../../contract/asking/approval.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { EventOf } from "../../../contract/event.ts";
import { type Outcome, outputIn } from "../../../contract/outcome.ts";
import { LOCAL_USER } from "../../../contract/run.ts";
import type { Runtime } from "../../../runtime.ts";
import { type Client, limitsOf, ownerOf } from "../client.ts";
import type { CallFlow } from "./call-flow.ts";

/** Calls that wait for answers of their client, or for a person elsewhere. */
export interface WaitingCalls {
  /**
   * A call that waits for answers, by the state token of its last round. Only the client that started it may
   * continue it.
   */
  byState(state: string, client: Client): CallFlow | undefined;
  /** The call of a parked question. */
  byApproval(approvalId: string): CallFlow | undefined;
  /** Whether a call of this run waits for a person elsewhere. */
  hasParked(runId: string): boolean;
  keep(flow: CallFlow, approval?: ParkedQuestion): void;
  release(flow: CallFlow): void;
  /** Cancels the calls that wait for their client. The others stay parked when their run ends. */
  close(): void;
}

/** The question of a parked call. */
type ParkedQuestion = Pick<ApprovalRequest, "id" | "runId">;

/** How long a client may take to answer, and how long a parked call's result is kept for it. */
const ANSWER_MS = 15 * 60_000;
const PARKED_MS = 25 * 3_600_000;

/** Beyond this number, the calls that wait longest are cancelled. */
const MAX_WAITING = 1_000;

interface WaitingCall {
  readonly flow: CallFlow;
  readonly approval: ParkedQuestion | undefined;
  readonly timer: NodeJS.Timeout;
}

/** Creates an empty register of waiting calls. */
export function createWaitingCalls(): WaitingCalls {
  const waitingCalls = new Map<string, WaitingCall>();
  const parked = new Map<string, CallFlow>();

  function release({ id }: CallFlow): void {
    const entry = waitingCalls.get(id);
    if (entry === undefined) return;
    clearTimeout(entry.timer);
    waitingCalls.delete(id);
    if (entry.approval?.id !== undefined) parked.delete(entry.approval.id);
  }

  function cancel(flow: CallFlow): void {
    release(flow);
    flow.cancel();
  }

  return {
    release,
    byState(state, client) {
      const flow = waitingCalls.get(state.slice(0, state.lastIndexOf(".")))?.flow;
      const same = flow?.client.principal === client.principal && flow.client.name === client.name;
      return same && flow.state === state ? flow : undefined;
    },
    byApproval: (approvalId) => parked.get(approvalId),
    hasParked: (runId) => [...waitingCalls.values()].some(({ approval }) => approval?.runId === runId),
    keep(flow, approval) {
      release(flow);
      const [oldest] = waitingCalls.values();
      if (waitingCalls.size >= MAX_WAITING && oldest !== undefined) cancel(oldest.flow);
      const limit = approval === undefined ? ANSWER_MS : PARKED_MS;
      const timer = setTimeout(() => cancel(flow), limit).unref();
      waitingCalls.set(flow.id, { flow, approval, timer });
      if (approval?.id !== undefined) parked.set(approval.id, flow);
    },
    close() {
      for (const { flow, approval } of [...waitingCalls.values()]) if (approval === undefined) cancel(flow);
    },
  };
}

interface ResumeParts {
  readonly runtime: Runtime;
  readonly waiting: WaitingCalls;
  readonly client: Client;
}

/** A call that ended without its process, with its whole output. */
export interface EndedCall {
  readonly tool: string;
  readonly outcome: Outcome;
  readonly whole: unknown;
}

/**
 * Continues a call that waited for a person: the call itself, or its end. Only the principal of its run gets
 * it.
 */
export async function resumeCall(
  id: string,
  { runtime, waiting, client }: ResumeParts,
): Promise<CallFlow | EndedCall> {
  const approval = await runtime.approvals.show(id);
  const run = await runtime.store.runs.get(approval.runId);
  if (run === undefined || (run.user ?? LOCAL_USER) !== ownerOf(client)) throw noSuchApproval(id);
  if (approval.status === "pending")
    throw new DejimaError("approval_required", `${id} still waits: dejima approvals approve ${id}`);
  // If the process that asked has ended, the person who approved the call may have run it since. Otherwise it
  // runs now, once.
  const parked = waiting.byApproval(id);
  if (parked !== undefined) return parked;
  const recorded = await recordedEnd(approval, runtime);
  if (recorded !== undefined) return recorded;
  const outcome = await runtime.resumeApproved(id, limitsOf(client, runtime));
  return (await recordedEnd(approval, runtime)) ?? { tool: approval.tool, outcome, whole: undefined };
}

/**
 * The end of the client's call from the log: of the program that the call belongs to, or of the call itself. Returns
 * `undefined` if it has not ended.
 */
async function recordedEnd(
  { runId, callId }: { readonly runId: string; readonly callId: string },
  { history, settings }: Runtime,
): Promise<EndedCall | undefined> {
  const starts = new Map<string, EventOf<"call-start">>();
  const ends = new Map<string, EventOf<"call-end">["result"]>();
  // A program that was run again has another id each time, and the same key.
  const keyOf = (id: string) => starts.get(id)?.key ?? id;
  for await (const event of history.read(runId)) {
    if (event.type === "call-start") starts.set(event.callId, event);
    else if (event.type === "call-end") ends.set(keyOf(event.callId), event.result);
  }
  const asked = starts.get(callId);
  const started = asked?.parent === undefined ? asked : starts.get(asked.parent);
  const last = ends.get(keyOf(asked?.parent ?? callId));
  if (last === undefined) return undefined;
  const tool = started?.tool ?? "";
  const { ok, output, observation, error } = last;
  if (!ok && error !== undefined)
    return { tool, outcome: { type: "failure", callId, runId, error }, whole: undefined };
  if (observation === undefined)
    return { tool, outcome: { type: "success", callId, runId, output }, whole: output };
  const text = await history.observation(runId, observation.ref);
  const whole = outputIn(text, observation.format);
  const { maxOutput } = settings.config.tools;
  const left = `… [${text.length - maxOutput} characters left out; read_observation with ref "${observation.ref}" pages and searches the whole]`;
  const excerpt = `${text.slice(0, maxOutput).toWellFormed()}\n${left}`;
  const shown = text.length <= maxOutput ? whole : excerpt;
  return {
    tool,
    whole,
    outcome: {
      type: "success",
      callId,
      runId,
      output: shown,
      observation: { ...observation, excerpt },
    },
  };
}
