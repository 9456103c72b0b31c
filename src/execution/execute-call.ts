import { callHash } from "../approval/call-hash.ts";
import { obtainApproval } from "../approval/obtain-approval.ts";
import { DejimaError } from "../contract/error.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { ToolContext } from "../contract/tool.ts";
import { type BoundOutput, boundOutput } from "./bound-output.ts";
import type { Call, JudgedRequest } from "./call.ts";
import { type CallRecorder, createCallRecorder } from "./call-recorder.ts";
import type { ExecutionWorld } from "./execution-world.ts";
import { prepareCall } from "./prepare-call.ts";
import { runTool } from "./run-tool.ts";

/**
 * The path of one call: find, validate, judge, ask, admit, run, bound, record. Every end of it is an outcome; what cannot
 * be recorded beforehand does not run.
 */
export async function executeCall(call: Call, world: ExecutionWorld): Promise<Outcome> {
  const recorder = createCallRecorder(call, world);
  try {
    const judged = await prepare(call, world, recorder);
    recorder.start(judged);
    await permit(call, judged, world, recorder);
    const bound = await admitAndRun(call, judged, world, recorder);
    return recorder.succeed(bound);
  } catch (error) {
    return recorder.fail(error);
  }
}

async function prepare(call: Call, world: ExecutionWorld, recorder: CallRecorder): Promise<JudgedRequest> {
  try {
    return await prepareCall(call.tool, call.input, world);
  } catch (error) {
    recorder.startUnjudged();
    throw error;
  }
}

async function permit(
  call: Call,
  judged: JudgedRequest,
  world: ExecutionWorld,
  recorder: CallRecorder,
): Promise<void> {
  const { tool, input, effects, verdict } = judged;
  if (verdict.verdict === "allow") return;
  if (verdict.verdict === "deny") throw notAllowed(judged);
  const hash = callHash(judged);
  const { callId, runId } = call;
  const request = {
    callId,
    runId,
    tool: tool.name,
    input,
    risk: tool.risk,
    effects: [...effects],
    reasons: verdict.reasons,
    hash,
  };
  recorder.approvalStart(hash);
  const signal = call.signal ?? new AbortController().signal;
  try {
    const { by } = await obtainApproval(request, { approve: call.approve, ask: world.ask, signal });
    recorder.approvalEnd(hash, "approve", by);
  } catch (error) {
    recorder.approvalEnd(
      hash,
      "deny",
      error instanceof DejimaError && error.code === "approval_denied" ? String(error.details.by) : "nobody",
    );
    throw error;
  }
}

async function admitAndRun(
  call: Call,
  judged: JudgedRequest,
  world: ExecutionWorld,
  recorder: CallRecorder,
): Promise<BoundOutput> {
  const { tool, input, effects } = judged;
  const slot = tool.cache === undefined ? undefined : await world.cache.begin(tool, input, effects);
  const bound = (output: unknown) =>
    boundOutput(output, { tool: tool.name, maxCharacters: world.limits.maxOutputCharacters }, world);
  if (slot?.hit !== undefined) {
    recorder.cached();
    return bound(slot.hit.output);
  }
  const entered = world.admission.enter(call.signal ?? NEVER);
  const release = entered instanceof Promise ? await entered : entered;
  const stop = new AbortController();
  try {
    const context = contextOf(call, world, stop, recorder);
    const output = await runTool(tool, input, context, {
      timeoutMs: timeoutOf(judged, world),
      signal: call.signal,
      stop,
      sink: { progress: context.progress, chunk: (text) => recorder.progress({ chunk: text }) },
    });
    const result = bound(output);
    slot?.fill(output);
    return result;
  } finally {
    release();
    // Whatever the tool has left behind must not reach the disk after its call has ended.
    stop.abort(ENDED);
  }
}

const NEVER = new AbortController().signal;
const ENDED = new DejimaError("cancelled", "The call has ended");

function contextOf(
  call: Call,
  world: ExecutionWorld,
  stop: AbortController,
  recorder: CallRecorder,
): ToolContext {
  const { callId, runId } = call;
  let files: ToolContext["files"] | undefined;
  return {
    runId,
    callId,
    signal: stop.signal,
    environment: world.environment,
    get files() {
      files ??= world.files.open({ callId, undoFolder: world.undoFolder, signal: stop.signal });
      return files;
    },
    progress: (update) => recorder.progress(update),
  };
}

function timeoutOf({ tool }: JudgedRequest, { limits }: ExecutionWorld): number {
  if (tool.timeoutMs !== undefined) return tool.timeoutMs;
  return tool.category === "network" ? limits.networkTimeoutMs : limits.timeoutMs;
}

function notAllowed({ tool, verdict }: JudgedRequest): DejimaError {
  const decisive = verdict.reasons.filter(({ effect }) => effect === "deny");
  const why = decisive
    .map(({ rule, message, file }) => `${rule}${file === undefined ? "" : ` (${file})`}: ${message}`)
    .join("; ");
  return new DejimaError(
    "tool_not_allowed",
    `Cannot call "${tool.name}": ${why}. \`dejima policy explain ${tool.name}\` says what would change it`,
    {
      tool: tool.name,
      reasons: verdict.reasons,
    },
  );
}
