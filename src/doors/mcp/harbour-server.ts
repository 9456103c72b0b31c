import type { ClientCapabilities, Implementation, Server, ServerContext } from "@modelcontextprotocol/server";
import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY, McpServer } from "@modelcontextprotocol/server";
import type { LogLevel } from "../../contract/dialogue.ts";
import { VERSION } from "../../version.ts";
import { handleCall } from "./calls/call-handler.ts";
import { protocolError } from "./calls/protocol-failure.ts";
import { type Client, clientOf } from "./client.ts";
import { promptHandlers } from "./offers/prompt-handlers.ts";
import { resourceHandlers } from "./offers/resource-handlers.ts";
import { listTools } from "./offers/tool-list.ts";
import type { DoorParts } from "./open-door.ts";
import type { RequestParts } from "./request-parts.ts";

const LIST_TTL_MS = 60_000;
const ASK_MS = 10 * 60_000;
const KEPT = { ttlMs: LIST_TTL_MS, cacheScope: "private" } as const;

/** What every client is told once; a model reads it beside the tools. */
export const INSTRUCTIONS = `Dejima is the gate to all tools of this user: files, programs in a sandbox, the web, skills, and every MCP server they have.
Calls are judged by their policy; some wait until a person agrees. When no listed tool fits, look for one with search_tools.`;

/** Makes a server for one connection or one request; both eras are served by the same handlers. */
export function createHarbourServer(door: DoorParts, principal: string): McpServer {
  const mcp = new McpServer(
    { name: "dejima", version: VERSION },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        completions: {},
        logging: {},
      },
      instructions: INSTRUCTIONS,
      cacheHints: {
        "tools/list": KEPT,
        "prompts/list": KEPT,
        "resources/list": KEPT,
        "resources/templates/list": KEPT,
        "server/discover": KEPT,
      },
      inputRequired: { roundTimeoutMs: ASK_MS },
    },
  );
  const { server } = mcp;
  let logLevel: LogLevel | undefined;
  const parts = (context: ServerContext): RequestParts => ({
    ...door,
    client: clientIn(context, server, principal),
    logLevel,
  });
  door.skills.attach(mcp);
  // Arguments that a server wants repeated in headers are compared by the SDK, which asks for the schema here.
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
  promptHandlers(server, parts);
  resourceHandlers(server, door.skillSource, parts);
  return mcp;
}

/** Each request of the new era says who it is from; the older one said so once. */
function clientIn({ mcpReq }: ServerContext, server: Server, principal: string): Client {
  const said: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  const info = (said[CLIENT_INFO_META_KEY] as Implementation | undefined) ?? server.getClientVersion();
  const capabilities =
    (said[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined) ?? server.getClientCapabilities();
  return clientOf(info, capabilities, principal);
}
