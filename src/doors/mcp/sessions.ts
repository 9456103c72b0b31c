import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { oldestOfLargest } from "../../access/fair-share.ts";
import { ownerOf } from "./client.ts";
import type { DoorNews, DoorParts } from "./door.ts";
import { type ConnectedClient, createConnectedClient } from "./gateway-server.ts";

/**
 * Sessions of clients with a protocol older than 2026-07-28: only in a session can they be asked something.
 */
interface Sessions {
  /** The session with this id. `undefined` if there is none, or if it belongs to another principal. */
  find(id: string, principal: string): Session | undefined;
  /** Answers a request through the SDK. `body` is its JSON, if that was already read. */
  handle(request: Request, principal: string, body?: unknown): Promise<Response>;
  notify(news: DoorNews): void;
  close(): Promise<void>;
}

export interface Session {
  readonly id: string;
  readonly principal: string;
  readonly client: ConnectedClient;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  used: number;
}

const IDLE_MS = 30 * 60_000;

/** Creates the sessions of a door. */
export function createSessions(door: DoorParts, most: number): Sessions {
  const sessions = new Map<string, Session>();

  async function open(request: Request, principal: string, body: unknown): Promise<Response> {
    await makeRoom();
    const client = createConnectedClient(door, principal);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        sessions.set(id, { id, principal, client, transport, used: Date.now() });
      },
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await client.mcp.connect(transport);
    return transport.handleRequest(request, { parsedBody: body });
  }

  async function makeRoom(): Promise<void> {
    const oldest = [...sessions.values()].sort((one, other) => one.used - other.used);
    const idle = oldest.filter(({ used }) => Date.now() - used >= IDLE_MS);
    for (const session of idle) await leave(session);
    if (sessions.size < most) return;
    const left = oldest.filter(({ id }) => sessions.has(id));
    const crowded = oldestOfLargest(left, ownerOf);
    if (crowded !== undefined) await leave(crowded);
  }

  async function leave({ id, client }: Session): Promise<void> {
    sessions.delete(id);
    await client.mcp.close();
  }

  function find(id: string, principal: string): Session | undefined {
    const session = sessions.get(id);
    if (session === undefined || session.principal !== principal) return undefined;
    session.used = Date.now();
    return session;
  }

  return {
    find,
    async handle(request, principal, body) {
      const id = request.headers.get("mcp-session-id");
      if (id === null) return open(request, principal, body);
      const session = find(id, principal);
      if (session !== undefined) return session.transport.handleRequest(request, { parsedBody: body });
      const error = { code: -32_001, message: "Session not found" };
      return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 404 });
    },
    notify(news) {
      for (const { client } of sessions.values()) client.notify(news);
    },
    async close() {
      for (const { client } of sessions.values()) await client.mcp.close().catch(() => {});
      sessions.clear();
    },
  };
}
