// The path of a call, the same over stdio and HTTP and in every protocol version. From top to bottom: receive
// -> identify the client -> run -> gate -> result or question.

import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  SERVER_INFO_META_KEY,
} from "@modelcontextprotocol/server";
import type { ApprovalRequest } from "../../../contract/asking/approval.ts";
import type { DialogueRequest, LogLevel, LogMessage } from "../../../contract/dialogue.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { HarbourEvent } from "../../../contract/event.ts";
import type { Runtime } from "../../../runtime.ts";
import { defined } from "../../../support/defined.ts";
import { isRecord } from "../../../text/record.ts";
import { VERSION } from "../../../version.ts";
import { type Client, clientOf, maxResultOf } from "../client.ts";
import { CallFlow, type FinishedStep, type FlowStep } from "./call-flow.ts";
import { callResult, parkedResult, serverProtocolError } from "./call-result.ts";
import type { ClientRuns } from "./client-runs.ts";
import { createdTask, hasTasks } from "./task-shape.ts";
import type { EndedCall, WaitingCalls } from "./waiting-calls.ts";

type Fields = Readonly<Record<string, unknown>>;
type RequestId = string | number;

/** The parts of a door that a call needs. */
export interface CallParts {
  readonly runtime: Runtime;
  readonly runs: ClientRuns;
  readonly waiting: WaitingCalls;
  consoleUrl(): string | undefined;
}

// ---- Receive ----

/** A `tools/call` whose client wants only the answer. */
export interface PlainCall {
  readonly id: RequestId;
  readonly tool: string;
  readonly input: Record<string, unknown>;
  /**
   * The client's description in a call of the newer protocol. `undefined` in sessions, which send it once.
   */
  readonly envelope: Fields | undefined;
}

export const MODERN = "2026-07-28";

const CALL_KEYS = new Set(["jsonrpc", "id", "method", "params"]);
const PARAM_KEYS = new Set(["name", "arguments", "_meta"]);
const META_KEYS = new Set([PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY]);

/** Parses a plain call. Returns `undefined` for every other message, which the SDK answers. */
export function receiveCall(message: unknown): PlainCall | undefined {
  if (!isRecord(message) || message.method !== "tools/call" || message.jsonrpc !== "2.0") return undefined;
  const { id, params } = message;
  if (typeof id !== "string" && !Number.isInteger(id)) return undefined;
  if (!hasOnly(message, CALL_KEYS) || !isRecord(params) || !hasOnly(params, PARAM_KEYS)) return undefined;
  const { name, arguments: input = {}, _meta: meta = {} } = params;
  if (typeof name !== "string" || !isRecord(input) || !isRecord(meta)) return undefined;
  const isModern = Object.keys(meta).length > 0;
  if (isModern && !isEnvelope(meta)) return undefined;
  // A string or an integer.
  return { id: id as RequestId, tool: name, input, envelope: isModern ? meta : undefined };
}

function isEnvelope(meta: Fields): boolean {
  const info = meta[CLIENT_INFO_META_KEY];
  const named = isRecord(info) && typeof info.name === "string" && typeof info.version === "string";
  const capable = isRecord(meta[CLIENT_CAPABILITIES_META_KEY]);
  return hasOnly(meta, META_KEYS) && named && capable && meta[PROTOCOL_VERSION_META_KEY] === MODERN;
}

function hasOnly(value: Fields, keys: ReadonlySet<string>): boolean {
  for (const key in value) if (!keys.has(key)) return false;
  return true;
}

// ---- Who asks ----

/** Limits the cache against clients that use a new name each time. */
const MAX_CLIENTS = 100;
const MAX_CLIENT_KEY = 2_000;

/**
 * Finds the client of a call of the newer protocol. Each call describes its client again; a known description
 * is not parsed again.
 */
export function createEnvelopeReader(): (envelope: Fields, principal: string) => Client {
  const clients = new Map<string, Client>();
  return (envelope, principal) => {
    // Checked to be objects. The protocol's own types name more fields than we read.
    const info = envelope[CLIENT_INFO_META_KEY] as Implementation;
    const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities;
    const key = `${principal}\n${info.name}\n${info.version}\n${JSON.stringify(capabilities)}`;
    const known = clients.get(key);
    if (known !== undefined) return known;
    const client = clientOf(info, capabilities, principal);
    if (clients.size < MAX_CLIENTS && key.length < MAX_CLIENT_KEY) clients.set(key, client);
    return client;
  };
}

// ---- Run and gate ----

/** A client's request: a tool, and what the client wants to receive while it waits. */
export interface RequestedCall {
  readonly tool: string;
  readonly input: unknown;
  readonly client: Client;
  /** Answers to questions of a server that came with the call itself. */
  readonly early?: Readonly<Record<string, unknown>>;
  /** The lowest level of log messages that the client wants. */
  readonly logLevel?: LogLevel | undefined;
  /** Whether the client gets log messages at all. */
  readonly wantsLog?: boolean;
  onProgress?(progress: Progress): void;
}

interface Progress {
  readonly fraction?: number | undefined;
  readonly message?: string | undefined;
}

/** Starts a call. `answerOf()` waits for its outcome. */
export function startCall(call: RequestedCall, { runs, consoleUrl }: CallParts): CallFlow {
  const { client, early } = call;
  const flow = new CallFlow({
    tool: call.tool,
    client,
    early,
    consoleUrl: consoleUrl(),
    canBeAsked: () => runs.canBeAsked(client),
    needsOthers: runs.needsOthers,
  });
  flow.start(passGate(call, flow, runs));
  return flow;
}

/** Takes a call through the gate, in the run of its client: judged, asked about, run and recorded. */
async function passGate(call: RequestedCall, flow: CallFlow, runs: ClientRuns): Promise<FinishedStep> {
  const { tool, input, client, logLevel, wantsLog = false, onProgress } = call;
  let whole: unknown;
  try {
    const run = await runs.of(client);
    const outcome = await run.execute({
      tool,
      input,
      signal: flow.signal,
      ask: (request, { signal }) => flow.askApproval(request, signal),
      keep: (output) => {
        whole = output;
      },
      dialogue: {
        caller: client,
        can: client.can,
        request: (question) => flow.ask(question),
        capabilities: client.capabilities,
        quiet: onProgress === undefined,
        ...defined({ logLevel }),
        ...(wantsLog ? { onLog: (message: LogMessage) => flow.log(message) } : {}),
      },
      ...(onProgress === undefined
        ? {}
        : { onEvent: (event: HarbourEvent) => event.type === "call-progress" && onProgress(event) }),
    });
    await runs.afterCall(run, { tool, input }, outcome);
    return { type: "outcome", outcome, whole };
  } finally {
    flow.end();
  }
}

// ---- Result or question ----

/** The answer to a request for a call: its result, or questions that the client has to answer first. */
export type CallAnswer =
  | { readonly type: "result"; readonly result: CallToolResult; readonly parked?: ApprovalRequest }
  | {
      readonly type: "questions";
      readonly requests: Readonly<Record<string, DialogueRequest>>;
      readonly state: string;
    }
  | { readonly type: "logged" };

/** Waits for the outcome of a call. */
export async function answerOf(flow: CallFlow, parts: CallParts): Promise<CallAnswer> {
  const step = await nextStep(flow, parts);
  if (step.type === "logged") return step;
  if (step.type === "questions")
    return { type: "questions", requests: Object.fromEntries(step.requests), state: flow.state };
  if (step.type === "parked")
    return { type: "result", result: parkedResult(step.approval, parts.consoleUrl()), parked: step.approval };
  return { type: "result", result: resultOf({ ...step, tool: flow.tool }, flow.client, parts) };
}

/** The result of a call that has ended, as far as its client accepts it. Throws the protocol error of its server. */
export function resultOf(
  { tool, outcome, whole }: EndedCall,
  client: Client,
  { runtime: { registry, settings } }: Pick<CallParts, "runtime">,
): CallToolResult {
  const refused = outcome.type === "failure" ? serverProtocolError(outcome.error) : undefined;
  if (refused !== undefined) throw refused;
  const { mcpClients, tools } = settings.config;
  const schema = registry.get(tool)?.output;
  const limit = maxResultOf(mcpClients, client);
  return callResult(outcome, whole, { schema, limit, maxText: tools.maxOutput });
}

/**
 * Waits for the next step of a call. A call that waits is stored where the request with its answer finds it.
 */
export async function nextStep(flow: CallFlow, { waiting }: CallParts): Promise<FlowStep> {
  const step = await flow.next();
  if (step.type === "outcome") waiting.release(flow);
  else if (step.type === "parked") waiting.keep(flow, step.approval);
  else if (step.type === "questions") waiting.keep(flow);
  return step;
}

// ---- Plain calls: the answer as the message that goes out ----

/** A JSON-RPC response. */
export type CallResponse = {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
} & ({ readonly result: Fields } | { readonly error: { readonly code: number; readonly message: string } });

const SERVER_INFO = { [SERVER_INFO_META_KEY]: { name: "dejima", version: VERSION } };

/**
 * Answers a plain call. Returns `undefined` if a client in a session must first be notified or asked: the SDK
 * does that on the request's stream.
 */
export async function answerPlainCall(
  { id, envelope }: PlainCall,
  flow: CallFlow,
  parts: CallParts,
): Promise<CallResponse | undefined> {
  try {
    const answer = await answerOf(flow, parts);
    if (answer.type === "result" && answer.parked && envelope !== undefined && hasTasks(flow.client)) {
      const task = createdTask(answer.parked, parts.consoleUrl());
      return { jsonrpc: "2.0", id, result: { ...task, _meta: SERVER_INFO } };
    }
    if (answer.type === "result")
      return { jsonrpc: "2.0", id, result: envelope === undefined ? { ...answer.result } : complete(answer) };
    if (answer.type === "logged" || envelope === undefined) return undefined;
    const { requests: inputRequests, state: requestState } = answer;
    const result = { resultType: "input_required", inputRequests, requestState, _meta: SERVER_INFO };
    return { jsonrpc: "2.0", id, result };
  } catch (error) {
    return { jsonrpc: "2.0", id, error: errorOf(error) };
  }
}

function complete({ result }: { readonly result: CallToolResult }): Fields {
  return { ...result, resultType: "complete", _meta: { ...result._meta, ...SERVER_INFO } };
}

function errorOf(error: unknown): { code: number; message: string; data?: unknown } {
  if (error instanceof ProtocolError) {
    const { code, message, data } = error;
    return { code, message, ...defined({ data }) };
  }
  const message = error instanceof DejimaError ? error.message : "Internal error";
  return { code: ProtocolErrorCode.InternalError, message };
}
