import { Parked } from "../approval/approval-errors.ts";
import { DejimaError, Unreached } from "../contract/error.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Tool } from "../contract/tool.ts";
import { judge } from "../policy/judge.ts";
import { isLeft } from "./asking/approval-service.ts";
import { permit } from "./asking/ask-stage.ts";
import type { Permission } from "./asking/standing-permission.ts";
import type { Call, JudgedRequest } from "./call.ts";
import { CallContext } from "./call-context.ts";
import { runOnce } from "./execution-record.ts";
import { isUnwitnessed } from "./flow/content-witness.ts";
import type { ExecutionWorld } from "./harbour.ts";
import { CallRecorder } from "./log/call-recorder.ts";
import { errorData, withToolRun } from "./log/recordable-data.ts";
import { type BoundOutput, boundOutput } from "./observation/bound-output.ts";
import { isRedirected, prepareCall, redirectCall } from "./prepare-call.ts";
import { runTool } from "./run-tool.ts";
import { type Payment, requireBudget, reserveBudget, spends } from "./spend-stage.ts";

/**
 * The path of one call: find, validate, judge, ask, admit, run, bound, record. It always returns an outcome. A call that
 * cannot be recorded beforehand does not run.
 */
export async function executeCall(request: Call, open: ExecutionWorld): Promise<Outcome> {
  const world =
    request.apart === true ? { ...open, cache: open.cache, provenance: open.provenance.apart() } : open;
  if (request.refusal !== undefined) return refuse(new CallRecorder(request, world), request.refusal);
  const call = isRedirected(request, world) ? await redirect(request, world) : request;
  if ("type" in call) return call;
  const recorder = new CallRecorder(call, world);
  let payment: Payment | undefined;
  try {
    recorder.prepareParams();
    let prepared: JudgedRequest;
    try {
      prepared = await prepareCall(call, world);
    } catch (error) {
      recorder.startUnjudged();
      throw error;
    }
    const judged = claimBudget(prepared, world);
    const budget = spends(judged) ? await budgetFor(call, judged, world) : {};
    // Nothing of the call is recorded, so that it can be made again.
    if (budget.error instanceof Parked)
      return { type: "failure", ...idsOf(call), error: budget.error.toData() };
    payment = budget.payment;
    recorder.start(judged);
    refuseNesting(call, judged);
    if (budget.error !== undefined) throw budget.error;
    if (judged.verdict.verdict === "allow") call.questionTurn?.leave(); // it asks nothing
    const bound =
      judged.verdict.verdict === "allow"
        ? await admitAndRun(call, judged, world, { recorder, payment })
        : await runPermitted(call, await permit(call, judged, world, recorder), world, recorder);
    call.keep?.(bound.whole);
    return recorder.succeed(bound);
  } catch (error) {
    return recorder.fail(error);
  } finally {
    if (payment !== undefined) await payment.release();
  }
}

const idsOf = ({ callId, runId }: Call) => ({ callId, runId });

/**
 * Whether the budgets let the call be made. One that is allowed reserves its cost; one that a person is asked about does so
 * afterwards. A refusal is recorded like every other.
 */
async function budgetFor(
  call: Call,
  judged: JudgedRequest,
  world: ExecutionWorld,
): Promise<{ readonly payment?: Payment | undefined; readonly error?: unknown }> {
  try {
    if (judged.verdict.verdict === "allow") return { payment: await reserveBudget(call, judged, world) };
    await requireBudget(call, judged, world);
    return {};
  } catch (error) {
    return { error };
  }
}

/** The call that a redirecting tool names, or the failure if it names none. */
async function redirect(request: Call, world: ExecutionWorld): Promise<Call | Outcome> {
  const recorder = new CallRecorder(request, world);
  try {
    return await redirectCall(request, world);
  } catch (error) {
    return refuse(recorder, error);
  }
}

function refuse(recorder: CallRecorder, error: unknown): Outcome {
  try {
    recorder.prepareParams();
    recorder.startUnjudged();
  } catch (cause) {
    return recorder.fail(cause);
  }
  return recorder.fail(error);
}

// A nested program would multiply the limits, and it does not count towards the limit of concurrent calls. A skill limits only calls
// that follow the program. The tool's name does not matter.
function refuseNesting({ parent }: Call, { tool: { name, composes, picksSkill } }: JudgedRequest): void {
  if (parent === undefined || (composes !== true && picksSkill !== true)) return;
  const why =
    composes === true
      ? "a program cannot start another program. Make the calls in this one"
      : "a skill limits the calls that follow it. Make this call separately first, then run the program";
  throw new DejimaError("invalid_input", `Cannot call "${name}" here: ${why}`, { tool: name });
}

/** Claims the budget of a marked run for the call. Concurrent calls share the budget; a call that cannot be paid for is judged again. */
function claimBudget(judged: JudgedRequest, { provenance, layers }: ExecutionWorld): JudgedRequest {
  if (judged.verdict.verdict !== "allow" || provenance.claim(judged)) return judged;
  return { ...judged, verdict: judge(judged, layers) };
}

/** Runs a permitted call. A call with a key runs at most once. */
export async function runPermitted(
  call: Call,
  permission: Permission,
  world: ExecutionWorld,
  recorder: CallRecorder,
): Promise<BoundOutput> {
  const { judged } = permission;
  call.questionTurn?.leave(); // the next question need not wait for the call to end
  // Before the call counts as begun: it can be resumed where the question about a budget waits for an answer.
  const payment = spends(judged) ? await payOrLeave(call, judged, world, recorder) : undefined;
  try {
    return await runAtMostOnce(call, permission, world, { recorder, payment });
  } finally {
    if (payment !== undefined) await payment.release();
  }
}

async function payOrLeave(
  call: Call,
  judged: JudgedRequest,
  world: ExecutionWorld,
  recorder: CallRecorder,
): Promise<Payment | undefined> {
  try {
    return await reserveBudget(call, judged, world);
  } catch (error) {
    if (error instanceof Parked) recorder.leave();
    throw error;
  }
}

async function runAtMostOnce(
  call: Call,
  { judged, once }: Permission,
  world: ExecutionWorld,
  { recorder, payment }: Attempt,
): Promise<BoundOutput> {
  const work = () => admitAndRun(call, judged, world, { recorder, payment });
  // A composing tool may start again: each call that it makes runs at most once by itself.
  if (once === undefined || judged.tool.composes) return work();
  const { now } = world;
  const executions = await (await world.asking.service()).executions();
  const errorOf = (error: unknown) => errorData(error, judged.tool.name, world);
  return runOnce({ key: once, tool: judged.tool.name, call, executions, now, errorOf }, work);
}

/** The records and the reserved cost of a call that runs. */
interface Attempt {
  readonly recorder: CallRecorder;
  readonly payment: Payment | undefined;
}

async function admitAndRun(
  call: Call,
  judged: JudgedRequest,
  world: ExecutionWorld,
  { recorder, payment }: Attempt,
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
  // A tool that waits for its own calls must not occupy their place.
  const entered = tool.composes ? () => {} : world.admission.enter(call.signal ?? NEVER);
  const release = entered instanceof Promise ? await entered : entered;
  const context = new CallContext(call, judged, world, recorder);
  let output: unknown;
  let hasRun = false;
  let reached = true;
  world.running.set(call.callId, tool);
  try {
    // The records so far must survive this process, so that no other process repeats the call.
    const recorded = world.settled();
    if (recorded !== undefined) await recorded;
    if (isUnwitnessed(judged)) await context.witness.begin();
    const limits = { timeoutMs: timeoutOf(judged, world), signal: call.signal };
    output = await (payment === undefined
      ? runTool(tool, input, context, limits)
      : payment.during(
          context,
          (cost) => recorder.cost(cost),
          async () => runTool(tool, input, context, limits),
        ));
    hasRun = true;
    const bound = boundOutput(output, bounds, world);
    slot?.fill(bound.whole, bound.characters, context.existingWitness?.entered);
    return bound;
  } catch (error) {
    reached = !(sendsOneRequest(tool) && error instanceof Unreached);
    // An inner call waits for a person, so neither call has an end yet.
    if (tool.composes && (error instanceof Parked || isLeft(world.asking, call.signal ?? NEVER)))
      recorder.leave();
    throw error;
  } finally {
    release();
    world.running.delete(call.callId);
    // Leftover work of the tool must not reach the disk after its call has ended.
    context.stop(ENDED);
    if (context.existingWitness !== undefined)
      await context.existingWitness.end().catch((error) => {
        throw hasRun ? withToolRun(error) : error;
      });
    // Errors carry a server's words just as results do.
    if (reached) world.provenance.note(call, judged, output, context.existingWitness?.sourcedValues);
    else world.provenance.noteUnreached(judged);
  }
}

/** Whether a tool sends a single request. Other tools may have read something before the request that failed. */
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
