import type { IncomingHttpHeaders } from "node:http";
import type { ClientCapabilities, Implementation } from "@modelcontextprotocol/server";
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  SERVER_INFO_META_KEY,
} from "@modelcontextprotocol/server";
import { DejimaError } from "../../../contract/error.ts";
import { VERSION } from "../../../version.ts";
import type { CallFlow, FlowStep } from "../calls/call-flow.ts";
import { callResult, parkedResult } from "../calls/call-result.ts";
import { serverProtocolError } from "../calls/protocol-failure.ts";
import { type Client, clientOf } from "../client.ts";
import { META_TOOLS, RESUME_TOOL } from "../offers/meta-tools.ts";
import type { DoorParts } from "../open-door.ts";

const MODERN = "2026-07-28";

/** Whoever takes a new name each time is not remembered. */
const MAX_CLIENTS = 100;
const MAX_CLIENT_KEY = 2_000;

type Fields = Readonly<Record<string, unknown>>;

const CALL_KEYS = new Set(["jsonrpc", "id", "method", "params"]);
const PARAM_KEYS = new Set(["name", "arguments", "_meta"]);
const META_KEYS = new Set([PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY]);

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const hasOnly = (value: Fields, keys: ReadonlySet<string>) =>
  Object.keys(value).every((key) => keys.has(key));

/** The one request that is made all the time. Whatever does not look exactly like it goes the long way, through the SDK. */
function readCall(
  body: unknown,
): { id: string | number; name: string; input: Record<string, unknown>; meta: Fields } | undefined {
  if (!isFields(body) || !hasOnly(body, CALL_KEYS) || body.jsonrpc !== "2.0" || body.method !== "tools/call")
    return undefined;
  const { id, params } = body;
  if (typeof id !== "string" && !Number.isInteger(id)) return undefined;
  if (!isFields(params) || !hasOnly(params, PARAM_KEYS)) return undefined;
  const { name, arguments: input = {}, _meta: meta } = params;
  if (typeof name !== "string" || !isFields(input) || !isFields(meta) || !hasOnly(meta, META_KEYS))
    return undefined;
  const info = meta[CLIENT_INFO_META_KEY];
  const whole = isFields(info) && typeof info.name === "string" && typeof info.version === "string";
  if (meta[PROTOCOL_VERSION_META_KEY] !== MODERN || !whole || !isFields(meta[CLIENT_CAPABILITIES_META_KEY]))
    return undefined;
  return { id: id as string | number, name, input, meta }; // an integer, if no text
}

const OWN = new Set([...META_TOOLS, RESUME_TOOL].map(({ name }) => name));
const SERVER_INFO = { [SERVER_INFO_META_KEY]: { name: "dejima", version: VERSION } };

type QuickParts = Pick<DoorParts, "runtime" | "queue" | "definition">;

/** A call that can go the short way: no session, no progress, no earlier round, and headers that say what the body says. */
export interface QuickCall {
  readonly id: string | number;
  readonly tool: string;
  readonly input: Record<string, unknown>;
  readonly client: Client;
}

interface QuickAnswer {
  readonly status: number;
  readonly body: string;
}

/** The short way for calls. */
export interface QuickCalls {
  /** Recognises such a call; nothing when it is anything else, or wrong in any way. */
  read(headers: IncomingHttpHeaders, body: unknown, principal: string): QuickCall | undefined;
  /** Makes the call; the answer comes with its status and its body. */
  begin(call: QuickCall): { readonly answer: Promise<QuickAnswer>; cancel(): void };
}

/** Opens the short way of a door. */
export function createQuickCalls({ runtime, queue, definition }: QuickParts): QuickCalls {
  const requestedHeaders = new WeakMap<object, boolean>();
  const clients = new Map<string, Client>();

  /** A client says who it is with every call: what it has said before is not taken apart again. */
  function clientNamed(meta: Fields, principal: string): Client {
    // Checked to be objects; the protocol's own types name more than we look at.
    const info = meta[CLIENT_INFO_META_KEY] as Implementation;
    const capabilities = meta[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities;
    const key = `${principal}\n${info.name}\n${info.version}\n${JSON.stringify(capabilities)}`;
    const known = clients.get(key);
    if (known !== undefined) return known;
    const client = clientOf(info, capabilities, principal);
    if (clients.size < MAX_CLIENTS && key.length < MAX_CLIENT_KEY) clients.set(key, client);
    return client;
  }

  /** Whether a tool wants arguments repeated in headers: that is checked on the long way. */
  function wantsHeaders(name: string): boolean {
    const schema = definition(name)?.inputSchema;
    if (schema === undefined) return false;
    const known = requestedHeaders.get(schema) ?? JSON.stringify(schema).includes('"x-mcp-header"');
    requestedHeaders.set(schema, known);
    return known;
  }

  return {
    read(headers, body, principal) {
      if (headers["mcp-protocol-version"] !== MODERN || headers["mcp-method"] !== "tools/call")
        return undefined;
      const { accept = "", "content-type": type = "" } = headers;
      if (!/^application\/json *(?:;|$)/i.test(type)) return undefined;
      if (!accept.includes("application/json") || !accept.includes("text/event-stream")) return undefined;
      const call = readCall(body);
      if (call === undefined || call.name !== headers["mcp-name"]) return undefined;
      const { id, name, input, meta } = call;
      if (OWN.has(name) || !runtime.registry.has(name) || wantsHeaders(name)) return undefined;
      return { id, tool: name, input, client: clientNamed(meta, principal) };
    },
    begin({ id, tool, input, client }) {
      const flow = queue.start({ tool, input, client });
      return { answer: answerOf(id, flow, queue), cancel: () => flow.cancel() };
    },
  };
}

async function answerOf(
  id: string | number,
  flow: CallFlow,
  queue: DoorParts["queue"],
): Promise<QuickAnswer> {
  try {
    const step = await flow.next();
    const result = resultOf(step, flow, queue);
    return { status: 200, body: JSON.stringify({ jsonrpc: "2.0", id, result }) };
  } catch (error) {
    const known = error instanceof ProtocolError ? error : undefined;
    const code = known?.code ?? ProtocolErrorCode.InternalError;
    const message = known?.message ?? (error instanceof DejimaError ? error.message : "Internal error");
    const data = known?.data === undefined ? {} : { data: known.data };
    const status = code === ProtocolErrorCode.MissingRequiredClientCapability ? 400 : 200;
    const body = JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, ...data } });
    return { status, body };
  }
}

function resultOf(step: FlowStep, flow: CallFlow, queue: DoorParts["queue"]): object {
  if (step.type === "questions") {
    queue.storage.keep(flow);
    const inputRequests = Object.fromEntries(step.requests);
    return { resultType: "input_required", inputRequests, requestState: flow.state, _meta: SERVER_INFO };
  }
  if (step.type === "parked") queue.storage.keep(flow, step.approval.id);
  else if (step.outcome.type === "failure") {
    const refused = serverProtocolError(step.outcome.error);
    if (refused !== undefined) throw refused;
  }
  const result = step.type === "parked" ? parkedResult(step.approval) : callResult(step.outcome, step.whole);
  return { ...result, resultType: "complete", _meta: { ...result._meta, ...SERVER_INFO } };
}
