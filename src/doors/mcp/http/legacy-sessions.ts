import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { type ConnectedClient, createConnectedClient } from "../connected-client.ts";
import type { DoorNews, DoorParts } from "../open-door.ts";

/** Sessions of clients from before the protocol did without them: only in one can such a client be asked something. */
interface LegacySessions {
  handle(request: Request, principal: string): Promise<Response>;
  tell(news: DoorNews): void;
  close(): Promise<void>;
}

interface Session {
  readonly principal: string;
  readonly client: ConnectedClient;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  used: number;
}

const IDLE_MS = 30 * 60_000;
const MAX_SESSIONS = 1_000;

export function createLegacySessions(door: DoorParts): LegacySessions {
  const sessions = new Map<string, Session>();

  async function open(request: Request, principal: string): Promise<Response> {
    await makeRoom();
    const client = createConnectedClient(door, principal);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        sessions.set(id, { principal, client, transport, used: Date.now() });
      },
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await client.mcp.connect(transport);
    return transport.handleRequest(request);
  }

  async function makeRoom(): Promise<void> {
    const oldest = [...sessions].sort(([, one], [, other]) => one.used - other.used);
    for (const [index, [id, session]] of oldest.entries()) {
      const tooMany = oldest.length - index >= MAX_SESSIONS;
      if (!tooMany && Date.now() - session.used < IDLE_MS) continue;
      sessions.delete(id);
      await session.client.mcp.close();
    }
  }

  return {
    async handle(request, principal) {
      const id = request.headers.get("mcp-session-id");
      if (id === null) return open(request, principal);
      const session = sessions.get(id);
      if (session === undefined || session.principal !== principal) {
        const error = { code: -32_001, message: "Session not found" };
        return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 404 });
      }
      session.used = Date.now();
      return session.transport.handleRequest(request);
    },
    tell(news) {
      for (const { client } of sessions.values()) client.tell(news);
    },
    async close() {
      for (const { client } of sessions.values()) await client.mcp.close().catch(() => {});
      sessions.clear();
    },
  };
}
