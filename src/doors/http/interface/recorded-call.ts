import { DejimaError } from "../../../contract/error.ts";
import type { EventOf } from "../../../contract/event.ts";
import type { Runtime } from "../../../runtime.ts";

/** A call as recorded in the log of its run. */
interface RecordedCall {
  readonly tool: string;
  readonly params: unknown;
  /** `undefined` while the call is under way. */
  readonly end: EventOf<"call-end"> | undefined;
  /** The sources of untrusted content in its run. */
  readonly untrusted: readonly string[];
}

/** The run that a call belongs to, by its id. */
export const runOf = (call: string): string => call.replace(/\.\d+$/, "");

/** Reads a call from the log of its run. Throws `not_found` if there is none. */
export async function readCall(runtime: Runtime, callId: string): Promise<RecordedCall> {
  let start: EventOf<"call-start"> | undefined;
  let end: EventOf<"call-end"> | undefined;
  const untrusted: string[] = [];
  for await (const record of runtime.history.read(runOf(callId))) {
    if (record.type === "call-start" && record.callId === callId) start = record;
    if (record.type === "call-end" && record.callId === callId) end = record;
    if (record.type === "taint-start") untrusted.push(record.source);
  }
  if (start !== undefined) return { tool: start.tool, params: start.params, end, untrusted };
  throw new DejimaError("not_found", `Cannot find the call "${callId.slice(0, 100)}"`);
}

/** The result of a call in MCP's format: complete, even if the log only refers to it. */
export async function recordedResult(runtime: Runtime, end: EventOf<"call-end">): Promise<WireResult> {
  const { ok, output, observation, error } = end.result;
  if (!ok) return failureResult(error?.message ?? "The call failed");
  if (observation === undefined) return wireResult(output);
  const whole = await runtime.history.observation(end.runId, observation.ref);
  return wireResult(readJson(whole));
}

/** The result of a tool, as a frame receives it. */
type WireResult = Readonly<Record<string, unknown>>;

/** The output of a call in MCP's format. A server's result is passed on unchanged. */
export function wireResult(output: unknown): WireResult {
  if (isFields(output) && Array.isArray(output.content)) return output;
  const text = typeof output === "string" ? output : JSON.stringify(output ?? null);
  return { content: [{ type: "text", text }] };
}

/** A failure in MCP's format. */
export function failureResult(message: string): WireResult {
  return { isError: true, content: [{ type: "text", text: message }] };
}

/** Whether a value is a plain object. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
