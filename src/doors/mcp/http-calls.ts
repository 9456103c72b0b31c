import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { ProtocolErrorCode, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { DejimaError } from "../../contract/error.ts";
import { fieldsOf } from "../../text/record.ts";
import {
  answerPlainCall,
  type CallResponse,
  createEnvelopeReader,
  MODERN,
  type PlainCall,
  receiveCall,
  startCall,
} from "./calls/call-path.ts";
import type { ConnectionCalls } from "./calls/connection-calls.ts";
import type { DoorParts } from "./door.ts";
import { isDoorTool } from "./offers/tools.ts";
import type { Session } from "./sessions.ts";

/** Node's own request and response. */
export interface NodeExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** The end of a request: answered, not JSON, or left to the SDK, which then needs the body. */
type PlainEnd =
  | { readonly type: "written" }
  | { readonly type: "unreadable" }
  | { readonly type: "other"; readonly body: unknown };

const WRITTEN: PlainEnd = { type: "written" };

/** Plain calls over HTTP, directly from Node's request to Node's response. */
interface PlainRequests {
  /** Whether a request may be a plain call, or cancel one, judged by its head. */
  mayTake(exchange: NodeExchange): boolean;
  /** Reads the body, and answers if it is a plain call. */
  answer(exchange: NodeExchange, principal: string): Promise<PlainEnd>;
}

/** Creates the direct path of plain calls to a door. */
export function createPlainRequests(
  door: DoorParts,
  sessions: { find(id: string, principal: string): Session | undefined },
): PlainRequests {
  const { runtime, definition } = door;
  const clientIn = createEnvelopeReader();
  const repeatsArguments = new WeakMap<object, boolean>();

  /** Whether a tool wants arguments repeated in headers, which the SDK checks. */
  function wantsHeaders(tool: string): boolean {
    const schema = definition(tool)?.inputSchema;
    if (schema === undefined) return false;
    const known = repeatsArguments.get(schema) ?? JSON.stringify(schema).includes('"x-mcp-header"');
    repeatsArguments.set(schema, known);
    return known;
  }

  async function answerInSession(call: PlainCall, session: Session, outgoing: ServerResponse) {
    const client = session.client.who();
    if (client === undefined) return false;
    const how = { client, logLevel: session.client.logLevel(), wantsLog: true };
    const end = await session.client.calls.answer(call, how);
    if (end.type === "handed-over") return false;
    const head = { "mcp-session-id": session.id };
    if (end.type === "response") write(outgoing, end.response, head);
    else outgoing.writeHead(200, { ...head, "content-type": "text/event-stream" }).end();
    return true;
  }

  async function answerModern(
    call: PlainCall,
    envelope: object,
    principal: string,
    outgoing: ServerResponse,
  ) {
    const { tool, input } = call;
    const client = clientIn({ ...envelope }, principal);
    const flow = startCall({ tool, input, client }, door);
    // In this protocol a client cancels a call by disconnecting.
    outgoing.once("close", () => outgoing.writableFinished || flow.cancel());
    const response = await answerPlainCall(call, flow, door);
    if (response !== undefined) write(outgoing, response, {});
  }

  return {
    mayTake: ({ incoming }) => hasPlainHead(incoming),
    async answer({ incoming, outgoing }, principal) {
      const { headers } = incoming;
      const body = await readJson(incoming);
      if (body === undefined) return { type: "unreadable" };
      const other: PlainEnd = { type: "other", body };
      const id = headers["mcp-session-id"];
      const session = typeof id === "string" ? sessions.find(id, principal) : undefined;
      if (session !== undefined && cancels(body, session.client.calls)) {
        outgoing.writeHead(202).end();
        return WRITTEN;
      }
      const call = receiveCall(body);
      if (call === undefined || isDoorTool(call.tool) || !runtime.registry.has(call.tool)) return other;
      const { envelope } = call;
      if (session !== undefined && envelope === undefined)
        return (await answerInSession(call, session, outgoing)) ? WRITTEN : other;
      if (id !== undefined || envelope === undefined) return other;
      if (call.tool !== headers["mcp-name"] || wantsHeaders(call.tool)) return other;
      await answerModern(call, envelope, principal, outgoing);
      return WRITTEN;
    },
  };
}

/**
 * Whether the head fits a plain call: JSON of a known length, and a session id or method header that
 * identifies the protocol.
 */
function hasPlainHead({ method, headers }: IncomingMessage): boolean {
  const { accept = "", "content-type": type = "" } = headers;
  return (
    method === "POST" &&
    headers["content-length"] !== undefined &&
    headers["transfer-encoding"] === undefined &&
    /^application\/json *(?:;|$)/i.test(type) &&
    accept.includes("application/json") &&
    accept.includes("text/event-stream") &&
    (headers["mcp-session-id"] === undefined ? isModernCall(headers) : isOfSession(headers))
  );
}

function isModernCall(headers: IncomingHttpHeaders): boolean {
  return headers["mcp-protocol-version"] === MODERN && headers["mcp-method"] === "tools/call";
}

function isOfSession(headers: IncomingHttpHeaders): boolean {
  const version = headers["mcp-protocol-version"];
  const known = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.some((each) => each === version);
  return known && headers["mcp-method"] === undefined;
}

/** Cancels the plain call that a message names. Returns whether it did. */
export function cancels(body: unknown, calls: ConnectionCalls): boolean {
  const { method, id, params } = fieldsOf(body);
  if (method !== "notifications/cancelled" || id !== undefined) return false;
  return calls.cancel((params as { requestId?: unknown } | null | undefined)?.requestId); // looked at as unknown
}

/**
 * Parses a JSON body. Resolves to `undefined` if it is not JSON. Rejects if the client disconnects before its
 * end.
 */
export function readJson(incoming: IncomingMessage): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    incoming.on("data", (piece: Buffer) => void pieces.push(piece));
    incoming.once("end", () => resolve(parsed(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces))));
    incoming.once("error", (cause) =>
      reject(new DejimaError("cancelled", "Cannot read the request: the client left", {}, { cause })),
    );
  });
}

function parsed(bytes: Buffer | undefined): unknown {
  try {
    return JSON.parse(bytes?.toString("utf8") ?? "");
  } catch {
    return undefined;
  }
}

function write(outgoing: ServerResponse, response: CallResponse, head: Readonly<Record<string, string>>) {
  const text = JSON.stringify(response);
  const needs =
    "error" in response && response.error.code === ProtocolErrorCode.MissingRequiredClientCapability;
  outgoing.writeHead(needs ? 400 : 200, {
    ...head,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  });
  outgoing.end(text);
}
