import type { ClientCapabilities, Implementation, ServerContext } from "@modelcontextprotocol/server";
import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY, Server } from "@modelcontextprotocol/server";
import type { LogLevel } from "../../contract/dialogue.ts";
import type { Runtime } from "../../runtime.ts";
import { VERSION } from "../../version.ts";
import type { CallDesk } from "./call-desk.ts";
import { handleCall } from "./call-handler.ts";
import { type Client, clientOf } from "./client.ts";
import { type ListMode, listTools } from "./tool-list.ts";

export interface DoorParts {
  readonly runtime: Runtime;
  readonly desk: CallDesk;
  readonly mode: ListMode;
  /** Resolves when servers that were never seen have been asked once, or have had their time. */
  readonly discovered: Promise<unknown>;
}

const LIST_TTL_MS = 60_000;
const ASK_MS = 10 * 60_000;

const INSTRUCTIONS = `Dejima is the gate to all tools of this user: files, programs in a sandbox, the web, skills, and every MCP server they have.
Calls are judged by their policy; some wait until a person agrees. When no listed tool fits, look for one with search_tools.`;

/** Makes a server for one connection or one request; both eras are served by the same handlers. */
export function createHarbourServer(parts: DoorParts, principal: string): Server {
  const { runtime, mode } = parts;
  const server = new Server(
    { name: "dejima", version: VERSION },
    {
      capabilities: { tools: { listChanged: true }, prompts: {}, logging: {} },
      instructions: INSTRUCTIONS,
      cacheHints: { "tools/list": { ttlMs: LIST_TTL_MS, cacheScope: "private" } },
      inputRequired: { roundTimeoutMs: ASK_MS },
    },
  );
  const clientIn = ({ mcpReq }: ServerContext): Client => {
    // Each request of the new era says who it is from; the older one said so once.
    const said: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
    const info = (said[CLIENT_INFO_META_KEY] as Implementation | undefined) ?? server.getClientVersion();
    const capabilities =
      (said[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined) ??
      server.getClientCapabilities();
    return clientOf(info, capabilities, principal);
  };
  let logLevel: LogLevel | undefined;
  server.setRequestHandler("logging/setLevel", ({ params }) => {
    logLevel = params.level;
    return {};
  });
  server.setRequestHandler("tools/list", async (_request, context) => {
    await parts.discovered;
    return { tools: await listTools(runtime, clientIn(context), mode) };
  });
  server.setRequestHandler("tools/call", (request, context) =>
    handleCall(request.params, context, { ...parts, client: clientIn(context), logLevel }),
  );
  server.setRequestHandler("prompts/list", async () => {
    const skills = await (await runtime.skills()).list();
    return {
      prompts: skills
        .filter(({ enabled }) => enabled)
        .map(({ name, title, description }) => ({ name, title, description })),
    };
  });
  server.setRequestHandler("prompts/get", async ({ params }) => {
    const skill = await (await runtime.skills()).use(params.name);
    skill.release();
    return {
      description: skill.description,
      messages: [{ role: "user", content: { type: "text", text: skill.body } }],
    };
  });
  return server;
}
