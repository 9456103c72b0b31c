import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/server";
import { oldestOfLargest } from "../../access/fair-share.ts";
import { receiveCall } from "./calls/call-path.ts";
import { ownerOf } from "./client.ts";
import type { DoorNews, DoorParts } from "./door.ts";
import { type ConnectedClient, createConnectedClient } from "./gateway-server.ts";
import { cancels, type NodeExchange, readJson } from "./http-calls.ts";
import { isDoorTool } from "./offers/tools.ts";

/**
 * Sessions of clients that know only the HTTP transport of 2024-11-05: a GET whose response stays open as the
 * stream of events, and a POST for each message. A session ends with its stream.
 */
interface SseSessions {
  /** Whether a request opens a session of this transport or belongs to one. */
  takes(incoming: IncomingMessage): boolean;
  /** Answers the request on Node's response. `request` is the same request, with a body of any encoding. */
  handle(exchange: NodeExchange, request: Request, principal: string): Promise<void>;
  notify(news: DoorNews): void;
  close(): Promise<void>;
}

interface SseSession {
  readonly id: string;
  readonly principal: string;
  readonly client: ConnectedClient;
  readonly stream: EventStream;
}

const SESSION_PARAMETER = "sse";
const HEARTBEAT_MS = 15_000;
/** A client that reads nothing is disconnected at this many unread bytes. */
const MAX_UNREAD = 64 * 1024 ** 2;

/** Creates the sessions of a door. */
export function createSseSessions(door: DoorParts, most: number): SseSessions {
  const sessions = new Map<string, SseSession>();

  async function open({ incoming, outgoing }: NodeExchange, principal: string): Promise<void> {
    const crowded = sessions.size < most ? undefined : oldestOfLargest(sessions.values(), ownerOf);
    await crowded?.client.mcp.close();
    const id = randomUUID();
    const client = createConnectedClient(door, principal);
    const stream = new EventStream(outgoing);
    sessions.set(id, { id, principal, client, stream });
    outgoing.once("close", () => {
      sessions.delete(id);
      void client.mcp.close();
    });
    await client.mcp.connect(stream);
    const [path] = (incoming.url ?? "").split("?", 1);
    stream.open(`${path}?${SESSION_PARAMETER}=${id}`);
  }

  /** Passes on a message. Plain calls bypass the SDK, as they do over the other transports. */
  function receive(message: JSONRPCMessage, { client, stream }: SseSession): void {
    if (cancels(message, client.calls)) return;
    const call = receiveCall(message);
    const who = client.who();
    const isPlain =
      call !== undefined &&
      call.envelope === undefined &&
      !isDoorTool(call.tool) &&
      door.runtime.registry.has(call.tool);
    if (!isPlain || who === undefined) {
      stream.onmessage?.(message);
      return;
    }
    const how = { client: who, logLevel: client.logLevel(), wantsLog: true };
    void client.calls.answer(call, how).then((end) => {
      // The response has the shape of a result; the transport's type names every one of its fields.
      if (end.type === "response") void stream.send(end.response as JSONRPCMessage);
      else if (end.type === "handed-over") stream.onmessage?.(message);
    });
  }

  return {
    takes: (incoming) =>
      incoming.method === "GET" ? opensStream(incoming) : sessionIn(incoming) !== undefined,
    async handle(exchange, request, principal) {
      const { incoming, outgoing } = exchange;
      const id = sessionIn(incoming);
      if (id === undefined) return open(exchange, principal);
      const session = sessions.get(id);
      if (session === undefined || session.principal !== principal) {
        outgoing.writeHead(404).end("Session not found");
        return;
      }
      const message = readMessage(await bodyOf(incoming, request));
      if (message === undefined) {
        outgoing.writeHead(400).end("Invalid message");
        return;
      }
      outgoing.writeHead(202).end();
      receive(message, session);
    },
    notify(news) {
      for (const { client } of sessions.values()) client.notify(news);
    },
    async close() {
      for (const { client } of [...sessions.values()]) await client.mcp.close().catch(() => {});
    },
  };
}

/** A GET that expects events and names no session: clients of the newer transport have a session by then. */
function opensStream({ headers }: IncomingMessage): boolean {
  const isNewer = headers["mcp-session-id"] !== undefined || headers["mcp-protocol-version"] !== undefined;
  return !isNewer && (headers.accept ?? "").includes("text/event-stream");
}

function sessionIn({ method, url = "" }: IncomingMessage): string | undefined {
  const query = url.indexOf("?");
  if (method !== "POST" || query < 0) return undefined;
  return new URLSearchParams(url.slice(query)).get(SESSION_PARAMETER) ?? undefined;
}

/** The body's JSON. The server in front has already read a body without a length. */
async function bodyOf(incoming: IncomingMessage, request: Request): Promise<unknown> {
  if (!/^application\/json *(?:;|$)/i.test(incoming.headers["content-type"] ?? "")) return undefined;
  if (incoming.headers["content-length"] !== undefined && incoming.headers["transfer-encoding"] === undefined)
    return readJson(incoming);
  return request.json().catch(() => undefined);
}

function readMessage(body: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(body);
  } catch {
    return undefined;
  }
}

/** The stream of one session. Messages of one turn of the event loop are written together. */
class EventStream implements Transport {
  onmessage?: Transport["onmessage"];
  onclose?: Transport["onclose"];
  readonly #outgoing: ServerResponse;
  #unsent = "";
  #heartbeat: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing;
  }

  async start(): Promise<void> {}

  /** Sends the head, and the address that the client posts its messages to. */
  open(address: string): void {
    this.#outgoing.writeHead(200, { "content-type": "text/event-stream", "x-accel-buffering": "no" });
    this.#outgoing.write(`event: endpoint\ndata: ${address}\n\n`);
    this.#heartbeat = setInterval(() => void this.#outgoing.write(": still here\n\n"), HEARTBEAT_MS).unref();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return;
    if (this.#unsent === "") setImmediate(() => this.#flush());
    this.#unsent += `event: message\ndata: ${JSON.stringify(message)}\n\n`;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#flush();
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    this.#outgoing.end();
    this.onclose?.();
  }

  #flush(): void {
    const text = this.#unsent;
    this.#unsent = "";
    if (text === "" || this.#isClosed || this.#outgoing.destroyed) return;
    this.#outgoing.write(text);
    if (this.#outgoing.writableLength > MAX_UNREAD) this.#outgoing.destroy();
  }
}
