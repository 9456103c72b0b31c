import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { JSONRPCMessage, Transport, TransportSendOptions } from "@modelcontextprotocol/client";
import { fieldsOf } from "../../../text/record.ts";
import { createQuickRequests, RequestError } from "./quick-requests.ts";

/** The name of the Tasks extension. */
export const TASKS = "io.modelcontextprotocol/tasks";

type Fields = Readonly<Record<string, unknown>>;
type RequestId = string | number;

const MIN_POLL_MS = 50;
const MAX_POLL_MS = 10_000;
const DEFAULT_POLL_MS = 1_000;
/** For one question about a task. The call itself has its own limit. */
const REQUEST_TIMEOUT_MS = 30_000;

/** A call under way. */
interface FollowedCall {
  readonly meta: unknown;
  readonly over: AbortController;
  isTask: boolean;
}

/**
 * Follows the tasks of a server: a call that becomes one is answered when its task has ended. The SDK knows
 * no tasks; it sees the result of the call, or a request for input. Call it once the transport is connected.
 */
export function followTasks(transport: Transport): void {
  const calls = new Map<RequestId, FollowedCall>();
  const send = transport.send.bind(transport);
  const deliver = transport.onmessage;
  const closed = transport.onclose;
  // Marks a task in the state that comes back with the answers. No server can guess it.
  const mark = `dejima-task-${randomUUID()}:`;
  const own = createQuickRequests((message) => {
    send(message as JSONRPCMessage).catch((error) => failOwn(message, error)); // a whole message, made in one place
  }, "task-");

  /** A question that could not be sent has failed. */
  function failOwn(message: object, cause: unknown): void {
    const text = cause instanceof Error ? cause.message : "The connection was closed";
    if ("id" in message) own.receive({ id: message.id, error: { code: -32_000, message: text } });
  }

  const ask = async (method: string, params: object, { meta, over }: FollowedCall): Promise<Fields> => {
    const options = { signal: over.signal, timeoutMs: REQUEST_TIMEOUT_MS };
    const answer = await own.request(method, { ...params, _meta: meta }, options);
    return fieldsOf(answer); // checked where it is used
  };

  /** Waits for the end of a task, or for a question. Returns what the SDK gets as the answer to the call. */
  async function stateOf(
    taskId: string,
    call: FollowedCall,
  ): Promise<{ result: Fields } | { error: Fields }> {
    for (;;) {
      const task = await ask("tasks/get", { taskId }, call);
      const { status, result, error, inputRequests, pollIntervalMs } = task;
      if (status === "completed") return { result: { ...(result as object), resultType: "complete" } };
      if (status === "failed")
        return { error: { code: -32_603, message: "The task failed", ...(error as object) } };
      if (status === "input_required")
        return { result: { resultType: "input_required", inputRequests, requestState: `${mark}${taskId}` } };
      if (status !== "working") return { error: { code: -32_603, message: `The task is ${String(status)}` } };
      const requested = typeof pollIntervalMs === "number" ? pollIntervalMs : DEFAULT_POLL_MS;
      const pause = Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, requested));
      await delay(pause, undefined, { signal: call.over.signal, ref: false });
    }
  }

  async function follow(id: RequestId, taskId: string, call: FollowedCall, first?: () => Promise<unknown>) {
    call.isTask = true;
    const cancel = () => {
      calls.delete(id);
      const params = { taskId, _meta: call.meta };
      own.request("tasks/cancel", params, { timeoutMs: REQUEST_TIMEOUT_MS }).catch(() => {});
    };
    call.over.signal.addEventListener("abort", cancel, { once: true });
    const answer = await (first?.() ?? Promise.resolve())
      .then(() => stateOf(taskId, call))
      .catch((error) => ({ error: errorOf(error) }));
    call.over.signal.removeEventListener("abort", cancel);
    if (calls.delete(id)) deliver?.({ jsonrpc: "2.0", id, ...answer } as JSONRPCMessage); // the SDK checks it
  }

  transport.send = (message, options) => {
    if (!("method" in message)) return send(message, options);
    if (message.method === "notifications/cancelled") {
      const call = calls.get(message.params?.requestId as RequestId); // any other value is no key
      call?.over.abort();
      return call?.isTask === true ? Promise.resolve() : send(message, options);
    }
    if (message.method !== "tools/call" || !("id" in message)) return send(message, options);
    const { id } = message;
    const { _meta: meta, requestState, inputResponses = {} } = message.params ?? {};
    const call: FollowedCall = { meta, over: new AbortController(), isTask: false };
    options?.requestSignal?.addEventListener("abort", () => call.over.abort(), { once: true });
    calls.set(id, call);
    if (typeof requestState !== "string" || !requestState.startsWith(mark))
      return send(message, unlessFollowed(options, call));
    const taskId = requestState.slice(mark.length);
    void follow(id, taskId, call, () => ask("tasks/update", { taskId, inputResponses }, call));
    return Promise.resolve();
  };

  transport.onmessage = (message, extra) => {
    if (own.receive(message)) return;
    const id = "method" in message ? undefined : message.id;
    const call = id === undefined ? undefined : calls.get(id);
    if (id === undefined || call === undefined) return deliver?.(message, extra);
    const taskId = "result" in message ? createdTask(message.result) : undefined;
    if (taskId !== undefined) return void follow(id, taskId, call);
    calls.delete(id);
    deliver?.(message, extra);
  };
  transport.onclose = () => {
    own.close();
    calls.clear();
    closed?.();
  };
}

/** The end of a response's stream is no end of a call that has become a task. */
function unlessFollowed(options: TransportSendOptions | undefined, call: FollowedCall) {
  if (options?.onRequestStreamEnd === undefined) return options;
  const { onRequestStreamEnd } = options;
  return { ...options, onRequestStreamEnd: () => call.isTask || onRequestStreamEnd() };
}

function createdTask(result: unknown): string | undefined {
  const { resultType, taskId } = fieldsOf(result);
  return resultType === "task" && typeof taskId === "string" ? taskId : undefined;
}

function errorOf(error: unknown): Fields {
  if (error instanceof RequestError && typeof error.code === "number")
    return { code: error.code, message: error.message };
  return {
    code: -32_603,
    message: error instanceof Error ? error.message : "The task could not be followed",
  };
}
