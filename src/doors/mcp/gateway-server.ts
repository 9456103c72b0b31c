import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
  McpServer,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { LogLevel } from "../../contract/dialogue.ts";
import { VERSION } from "../../version.ts";
import { taskHandlers } from "./calls/approval-tasks.ts";
import { protocolError } from "./calls/call-result.ts";
import { type ConnectionCalls, createConnectionCalls } from "./calls/connection-calls.ts";
import { handleCall } from "./calls/sdk-calls.ts";
import { TASKS } from "./calls/task-shape.ts";
import { type Client, clientOf } from "./client.ts";
import type { DoorNews, DoorParts, RequestParts } from "./door.ts";
import { promptHandlers } from "./offers/prompts.ts";
import { createResourceWatcher, type ResourceWatcher, resourceHandlers } from "./offers/resources.ts";
import { listTools } from "./offers/tools.ts";

const LIST_TTL_MS = 60_000;
const LIST_CACHE = { ttlMs: LIST_TTL_MS, cacheScope: "private" } as const;

/** The server instructions: a model reads them beside the tools. */
export const INSTRUCTIONS = `Dejima is the gate to all tools of this user: files, programs in a sandbox, the web, skills, and every MCP server they have.
Calls are judged by their policy; some wait until a person agrees. When no listed tool fits, look for one with search_tools.`;

/** The server of a request without a connection: each request names its client. */
export function createRequestServer(door: DoorParts, principal: string): McpServer {
  return createServer(door, principal, undefined).mcp;
}

/** A client with a lasting connection: it can be notified of changes, and its plain calls bypass the SDK. */
export interface ConnectedClient {
  readonly mcp: McpServer;
  readonly watcher: ResourceWatcher;
  readonly calls: ConnectionCalls;
  /** The client according to its handshake. `undefined` before the handshake, and if there is none. */
  who(): Client | undefined;
  /** The log level that the client has set. `undefined` if it has set none. */
  logLevel(): LogLevel | undefined;
  notify(news: DoorNews): void;
}

/** Creates the server of one connection. The client's subscriptions end with it. */
export function createConnectedClient(door: DoorParts, principal: string): ConnectedClient {
  const calls = createConnectionCalls(door);
  const { mcp, logLevel } = createServer(door, principal, calls);
  const { server } = mcp;
  const watcher = createResourceWatcher(door.upstreamContents, () => door.runs.isMarked(principal));
  let known: { readonly info: Implementation; readonly client: Client } | undefined;
  server.setRequestHandler("resources/subscribe", async ({ params: { uri } }) => {
    await watcher.add(uri);
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", async ({ params: { uri } }) => {
    await watcher.remove(uri);
    return {};
  });
  server.onclose = () => {
    calls.close();
    void watcher.close();
  };
  const send = (news: DoorNews): Promise<void> => {
    if (news === "tools") return server.sendToolListChanged();
    if (news === "prompts") return server.sendPromptListChanged();
    if (news === "resources") return server.sendResourceListChanged();
    return watcher.has(news.updated) ? server.sendResourceUpdated({ uri: news.updated }) : Promise.resolve();
  };
  return {
    mcp,
    watcher,
    calls,
    logLevel,
    who() {
      const info = server.getClientVersion();
      if (info === undefined) return undefined;
      if (known?.info !== info)
        known = { info, client: clientOf(info, server.getClientCapabilities(), principal) };
      return known.client;
    },
    notify: (news) => void send(news).catch(() => {}), // a client that is gone needs no notice
  };
}

/** Creates a server. The same handlers serve both versions of the protocol. */
function createServer(door: DoorParts, principal: string, calls: ConnectionCalls | undefined) {
  const mcp = new McpServer(
    { name: "dejima", version: VERSION },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        completions: {},
        logging: {},
        extensions: { [TASKS]: {} },
      },
      instructions: INSTRUCTIONS,
      cacheHints: {
        "tools/list": LIST_CACHE,
        "prompts/list": LIST_CACHE,
        "resources/list": LIST_CACHE,
        "resources/templates/list": LIST_CACHE,
        "server/discover": LIST_CACHE,
      },
      // Sessions are asked by the call itself.
      inputRequired: { legacyShim: false },
    },
  );
  const { server } = mcp;
  let logLevel: LogLevel | undefined;
  const parts = (context: ServerContext): RequestParts => ({
    ...door,
    client: clientIn(context, server, principal),
    logLevel,
    calls,
  });
  door.skills.attach(mcp);
  // The SDK compares arguments that a server wants repeated in headers. It reads the schema from here.
  mcp.toolInputSchemaJson = (name) => door.definition(name)?.inputSchema;
  server.setRequestHandler("logging/setLevel", ({ params }) => {
    logLevel = params.level;
    return {};
  });
  server.setRequestHandler("tools/list", async (_request, context) => {
    await door.discovered;
    return { tools: await listTools(parts(context)) };
  });
  server.setRequestHandler("tools/call", ({ params }, context) =>
    handleCall(params, context, parts(context)).catch((error) => {
      throw protocolError(error);
    }),
  );
  taskHandlers(server, parts);
  promptHandlers(server, parts);
  resourceHandlers(server, door.skillSource, parts);
  return { mcp, logLevel: () => logLevel };
}

/** Each request of the newer protocol names its client. A session names it once. */
function clientIn({ mcpReq }: ServerContext, server: Server, principal: string): Client {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  const info = (envelope[CLIENT_INFO_META_KEY] as Implementation | undefined) ?? server.getClientVersion(); // the SDK has validated the envelope
  const capabilities =
    (envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined) ?? // the SDK has validated the envelope
    server.getClientCapabilities();
  return clientOf(info, capabilities, principal);
}
