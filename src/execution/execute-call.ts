import { Parked } from "../approval/approval-errors.ts";
import { DejimaError } from "../contract/error.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Tool } from "../contract/tool.ts";
import { Unreached } from "../contract/unreached.ts";
import { judge } from "../policy/judge.ts";
import { permit } from "./asking/ask-stage.ts";
import type { Permission } from "./asking/standing-permission.ts";
import type { Call, JudgedRequest } from "./call.ts";
import { CallContext } from "./call-context.ts";
import { runOnce } from "./execution-record.ts";
import { isUnwitnessed } from "./flow/content-witness.ts";
import type { ExecutionWorld } from "./harbour.ts";
import { CallRecorder } from "./log/call-recorder.ts";
import { errorData } from "./log/recordable-data.ts";
import { type BoundOutput, boundOutput } from "./observation/bound-output.ts";
import { isRedirected, prepareCall, redirectCall } from "./prepare-call.ts";
import { runTool } from "./run-tool.ts";

/**
 * The path of one call: find, validate, judge, ask, admit, run, bound, record. Every end of it is an outcome; what cannot
 * be recorded beforehand does not run.
 */
export async function executeCall(asked: Call, open: ExecutionWorld): Promise<Outcome> {
  const world =
    asked.apart === true ? { ...open, cache: open.cache, provenance: open.provenance.apart() } : open;
  if (asked.refusal !== undefined) return refuse(new CallRecorder(asked, world), asked.refusal);
  const call = isRedirected(asked, world) ? await redirect(asked, world) : asked;
  if ("type" in call) return call;
  const recorder = new CallRecorder(call, world);
  try {
    recorder.takeParams();
    const judged = claimed(await prepare(call, world, recorder), world);
    recorder.start(judged);
    refuseNesting(call, judged);
    const bound =
      judged.verdict.verdict === "allow"
        ? await admitAndRun(call, judged, world, recorder)
        : await runPermitted(call, await permit(call, judged, world, recorder), world, recorder);
    call.keep?.(bound.whole);
    return recorder.succeed(bound);
  } catch (error) {
    return recorder.fail(error);
  }
}

/** The call that a redirecting tool names, or how it ended if it names none. */
async function redirect(asked: Call, world: ExecutionWorld): Promise<Call | Outcome> {
  const recorder = new CallRecorder(asked, world);
  try {
    return await redirectCall(asked, world);
  } catch (error) {
    return refuse(recorder, error);
  }
}

function refuse(recorder: CallRecorder, error: unknown): Outcome {
  try {
    recorder.takeParams();
    recorder.startUnjudged();
  } catch (cause) {
    return recorder.fail(cause);
  }
  return recorder.fail(error);
}

// Under whatever name: programs within programs would multiply their limits, and take no place among the calls at once.
function refuseNesting({ parent }: Call, { tool: { name, composes } }: JudgedRequest): void {
  if (parent === undefined || composes !== true) return;
  const why = `Cannot call "${name}" here: a program cannot start another program. Make the calls in this one`;
  throw new DejimaError("invalid_input", why, { tool: name });
}

/** Calls that are judged at the same time share what their run may tell: only what could be paid for stays allowed. */
function claimed(judged: JudgedRequest, { provenance, layers }: ExecutionWorld): JudgedRequest {
  if (judged.verdict.verdict !== "allow" || provenance.claim(judged)) return judged;
  return { ...judged, verdict: judge(judged, layers) };
}

async function prepare(call: Call, world: ExecutionWorld, recorder: CallRecorder): Promise<JudgedRequest> {
  try {
    return await prepareCall(call, world);
  } catch (error) {
    recorder.startUnjudged();
    throw error;
  }
}

/** Runs a call that was permitted; one that has a key, at most once. */
export async function runPermitted(
  call: Call,
  { judged, once }: Permission,
  world: ExecutionWorld,
  recorder: CallRecorder,
): Promise<BoundOutput> {
  const work = () => admitAndRun(call, judged, world, recorder);
  // A tool that composes may be begun again: each call that it makes runs at most once by itself.
  if (once === undefined || judged.tool.composes) return work();
  const { now } = world;
  const executions = await (await world.asking.service()).executions();
  const errorOf = (error: unknown) => errorData(error, judged.tool.name, world);
  return runOnce({ key: once, tool: judged.tool.name, call, executions, now, errorOf }, work);
}

async function admitAndRun(
  call: Call,
  judged: JudgedRequest,
  world: ExecutionWorld,
  recorder: CallRecorder,
): Promise<BoundOutput> {
  const { tool, input, effects } = judged;
  const bounds = { tool: tool.name, maxCharacters: world.limits.maxOutputCharacters };
  const slot = tool.cache === undefined ? undefined : await world.cache.begin(tool, input, effects);
  if (slot?.hit !== undefined) {
    recorder.cached();
    world.provenance.note(
      call,
      judged,
      slot.hit.output,
      slot.hit.sources.map((source) => ({ source })),
    );
    world.provenance.mark(slot.hit.sources, { callId: call.callId });
    return boundOutput(slot.hit.output, bounds, world);
  }
  // A tool that waits for calls of its own must not take their place.
  const entered = tool.composes ? () => {} : world.admission.enter(call.signal ?? NEVER);
  const release = entered instanceof Promise ? await entered : entered;
  const context = new CallContext(call, judged, world, recorder);
  let output: unknown;
  let reached = true;
  world.running.set(call.callId, tool);
  try {
    // What is recorded beforehand must outlive this process, so that nobody does it again.
    const recorded = world.settled();
    if (recorded !== undefined) await recorded;
    if (isUnwitnessed(judged)) await context.witness.begin();
    output = await runTool(tool, input, context, {
      timeoutMs: timeoutOf(judged, world),
      signal: call.signal,
    });
    const bound = boundOutput(output, bounds, world);
    slot?.fill(bound.whole, bound.characters, context.followed?.entered);
    return bound;
  } catch (error) {
    reached = !(sendsOneRequest(tool) && error instanceof Unreached);
    // A call within this one waits for a person: both have no end yet.
    if (tool.composes && error instanceof Parked) recorder.leave();
    throw error;
  } finally {
    release();
    world.running.delete(call.callId);
    // Whatever the tool has left behind must not reach the disk after its call has ended.
    context.stop(ENDED);
    if (context.followed !== undefined) await context.followed.end();
    // Errors carry what a server said just as results do.
    if (reached) world.provenance.note(call, judged, output, context.followed?.heard);
    else world.provenance.noteUnreached(judged);
  }
}

/** Other tools may have read something before the request that failed. */
function sendsOneRequest({ source, category }: Tool): boolean {
  return source === "builtin" && category === "network";
}

const NEVER = new AbortController().signal;
const ENDED = new DejimaError("cancelled", "The call has ended");

function timeoutOf({ tool, effects }: JudgedRequest, { limits }: ExecutionWorld): number {
  if (tool.timeoutMs !== undefined) return tool.timeoutMs;
  const isNetwork = tool.category === "network" || effects.some(({ kind }) => kind.startsWith("host."));
  return isNetwork ? limits.networkTimeoutMs : limits.timeoutMs;
}
