import { DejimaError, type ErrorData } from "../contract/error.ts";
import type { EventOf } from "../contract/event.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { BoundOutput } from "./bound-output.ts";
import type { Call, JudgedRequest } from "./call.ts";
import { errorData } from "./error-data.ts";
import type { ExecutionWorld } from "./execution-world.ts";
import { recordableInput } from "./recordable-input.ts";

/** Writes the story of one call: start, approval, progress, end. */
export interface CallRecorder {
  start(judged: JudgedRequest): void;
  /** For a call that never got as far as a verdict. */
  startUnjudged(): void;
  approvalStart(hash: string): void;
  approvalEnd(hash: string, answer: "approve" | "deny", by: string): void;
  progress(update: { message?: string; fraction?: number; chunk?: string }): void;
  cached(): void;
  succeed(bound: BoundOutput): Outcome;
  fail(error: unknown): Outcome;
}

/** Makes the recorder of one call. */
export function createCallRecorder(call: Call, world: ExecutionWorld): CallRecorder {
  const { callId, runId } = call;
  const tsStart = new Date(call.startedAt).toISOString();
  const params = recordableInput(call.input, world);
  let judged: JudgedRequest | undefined;
  let started = false;
  let approved = false;
  let isCached = false;

  const clock = () => new Date(world.now()).toISOString();
  const toolName = () => judged?.tool.name ?? call.tool.slice(0, 200);

  function end(result: EventOf<"call-end">["result"], outputHash: string | undefined): EventOf<"call-end"> {
    const endedAt = world.now();
    const at = new Date(endedAt).toISOString();
    return {
      type: "call-end",
      runId,
      at,
      callId,
      tool: toolName(),
      ...(judged === undefined ? {} : { risk: judged.tool.risk }),
      ts_start: tsStart,
      ts_end: at,
      durationMs: Math.max(0, endedAt - call.startedAt),
      params,
      result: isCached ? { ...result, cached: true } : result,
      policy: {
        ...(judged === undefined ? {} : { verdict: judged.verdict.verdict }),
        approved,
        approval_scope: approved ? "call" : "none",
      },
      hashes: outputHash === undefined ? {} : { output_sha256: outputHash },
    };
  }

  return {
    start(request) {
      judged = request;
      const { tool, effects, verdict } = request;
      world.record({
        type: "call-start",
        runId,
        at: tsStart,
        callId,
        tool: tool.name,
        version: tool.version,
        source: tool.source,
        risk: tool.risk,
        params,
        effects: [...effects],
        verdict: verdict.verdict,
        reasons: verdict.reasons,
      });
      started = true;
    },
    startUnjudged() {
      world.record({
        type: "call-start",
        runId,
        at: tsStart,
        callId,
        tool: toolName(),
        params,
        effects: [],
        reasons: [],
      });
      started = true;
    },
    approvalStart: (hash) => world.record({ type: "approval-start", runId, at: clock(), callId, hash }),
    approvalEnd(hash, answer, by) {
      approved = answer === "approve";
      world.record({ type: "approval-end", runId, at: clock(), callId, hash, answer, by });
    },
    progress: (update) => world.announce({ type: "call-progress", runId, at: clock(), callId, ...update }),
    cached() {
      isCached = true;
    },
    succeed(bound) {
      world.record(end({ ok: true, ...bound.recorded }, bound.sha256));
      const { output, observation } = bound;
      return {
        type: "success",
        callId,
        runId,
        output,
        ...(observation === undefined ? {} : { observation }),
      };
    },
    fail(error) {
      const data = redacted(errorData(error, toolName(), world), world);
      const failure: Outcome = { type: "failure", callId, runId, error: data };
      if (!started) return failure;
      try {
        world.record(end({ ok: false, error: data }, undefined));
        return failure;
      } catch (cause) {
        return { ...failure, error: unrecorded(data, cause) };
      }
    },
  };
}

function redacted(data: ErrorData, world: ExecutionWorld): ErrorData {
  const text = JSON.stringify(data);
  const clean = world.redactor.json(text);
  return clean === text ? data : JSON.parse(clean);
}

function unrecorded(data: ErrorData, cause: unknown): ErrorData {
  if (!(cause instanceof DejimaError) || data.code === "io_error") return data;
  return { ...data, message: `${data.message}. The end of the call could not be recorded: ${cause.message}` };
}
