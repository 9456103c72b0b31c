import { randomUUID } from "node:crypto";
import type { Server } from "@modelcontextprotocol/server";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { createHarbourServer, type DoorParts } from "./harbour-server.ts";

/** Sessions of clients from before the protocol did without them: only in one can such a client be asked something. */
export interface LegacySessions {
  handle(request: Request, principal: string): Promise<Response>;
  toolsChanged(): void;
  close(): Promise<void>;
}

interface Session {
  readonly principal: string;
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  used: number;
}

const IDLE_MS = 30 * 60_000;
const MAX_SESSIONS = 1_000;

export function createLegacySessions(door: DoorParts): LegacySessions {
  const sessions = new Map<string, Session>();

  async function open(request: Request, principal: string): Promise<Response> {
    await makeRoom();
    const server = createHarbourServer(door, principal);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        sessions.set(id, { principal, server, transport, used: Date.now() });
      },
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await server.connect(transport);
    return transport.handleRequest(request);
  }

  async function makeRoom(): Promise<void> {
    const oldest = [...sessions].sort(([, one], [, other]) => one.used - other.used);
    for (const [index, [id, session]] of oldest.entries()) {
      const tooMany = oldest.length - index >= MAX_SESSIONS;
      if (!tooMany && Date.now() - session.used < IDLE_MS) continue;
      sessions.delete(id);
      await session.server.close();
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
    toolsChanged() {
      for (const { server } of sessions.values()) void server.sendToolListChanged().catch(() => {});
    },
    async close() {
      for (const { server } of sessions.values()) await server.close().catch(() => {});
      sessions.clear();
    },
  };
}
