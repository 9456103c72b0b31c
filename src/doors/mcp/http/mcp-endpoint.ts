import { createMcpHandler, isLegacyRequest, ProtocolError } from "@modelcontextprotocol/server";
import { type Caller, includesRole } from "../../../access/roles.ts";
import type { Runtime } from "../../../runtime.ts";
import { createHarbourServer } from "../harbour-server.ts";
import { listenedResources } from "../offers/listened-resources.ts";
import { createResourceWatcher, type ResourceWatcher } from "../offers/resource-watcher.ts";
import type { ListMode } from "../offers/tool-list.ts";
import { openDoor } from "../open-door.ts";
import { createLegacySessions } from "./legacy-sessions.ts";
import { createQuickCalls, type QuickCall, type QuickCalls } from "./quick-call.ts";

/** Streamable HTTP of both eras, as a function from request to response; whoever mounts it has checked the caller. */
export interface McpEndpoint {
  fetch(request: Request, principal: string): Promise<Response>;
  /** Says who a principal is before a request of theirs is handed over. */
  know(caller: Caller): void;
  /** The short way for the request that is made all the time. */
  readonly quick: QuickCalls;
  close(): Promise<void>;
}

export interface EndpointOptions {
  readonly runtime: Runtime;
  readonly mode: ListMode;
  onFault(error: unknown): void;
}

/** Makes the endpoint. Requests of the old era go to sessions, those of the new one are served one by one. */
export async function createMcpEndpoint({ runtime, mode, onFault }: EndpointOptions): Promise<McpEndpoint> {
  const door = await openDoor(runtime, mode);
  const sessions = createLegacySessions(door);
  const watchers = new Set<ResourceWatcher>();
  const quick = createQuickCalls(door);
  const modern = createMcpHandler(
    ({ authInfo }) => createHarbourServer(door, authInfo?.clientId ?? "unknown"),
    {
      legacy: "reject",
      // A request that was turned down is its sender's fault, and its sender is told.
      onerror: (error) => isRefusal(error) || onFault(error),
    },
  );
  const forget = door.onNews((news) => {
    sessions.tell(news);
    if (news === "tools") modern.notify.toolsChanged();
    else if (news === "prompts") modern.notify.promptsChanged();
    else if (news === "resources") modern.notify.resourcesChanged();
    else modern.notify.resourceUpdated(news.updated);
  });

  /** The SDK answers what a client listens to; the servers that have it must be told as well, for as long as the stream stands. */
  async function watchListened(request: Request): Promise<void> {
    const wanted = listenedResources(await request.json().catch(() => undefined));
    if (wanted.length === 0) return;
    const watcher = createResourceWatcher(door.holdings);
    watchers.add(watcher);
    request.signal.addEventListener(
      "abort",
      () => {
        watchers.delete(watcher);
        void watcher.close();
      },
      { once: true },
    );
    await Promise.all(wanted.map((uri) => watcher.add(uri).catch(() => {})));
  }

  async function quickly(call: QuickCall, { signal }: Request): Promise<Response> {
    const { answer, cancel } = quick.begin(call);
    signal.addEventListener("abort", cancel, { once: true });
    const { status, body } = await answer;
    signal.removeEventListener("abort", cancel);
    return new Response(body, { status, headers: { "content-type": "application/json" } });
  }

  return {
    quick,
    know: ({ name, role }) => door.desk.know(name, includesRole(role, "approver")),
    async fetch(request, principal) {
      const authInfo = { token: "", clientId: principal, scopes: [] };
      if (isModernCall(request)) {
        const parsedBody: unknown = await request.json().catch(() => undefined);
        if (parsedBody === undefined) return Response.json(UNREADABLE, { status: 400 });
        const call = quick.read(Object.fromEntries(request.headers), parsedBody, principal);
        return call === undefined ? modern.fetch(request, { authInfo, parsedBody }) : quickly(call, request);
      }
      if (await isLegacyRequest(request)) return sessions.handle(request, principal);
      if (request.headers.get("mcp-method") === "subscriptions/listen") await watchListened(request.clone());
      return modern.fetch(request, { authInfo });
    },
    async close() {
      forget();
      await sessions.close();
      await modern.close();
      for (const watcher of watchers) await watcher.close();
      await door.desk.close();
    },
  };
}

const UNREADABLE = { jsonrpc: "2.0", error: { code: -32_700, message: "Parse error" }, id: null };

/** Only requests of the new era say in a header what they are; those of the old one that follow a handshake name their session. */
function isModernCall({ method, headers }: Request): boolean {
  return method === "POST" && headers.get("mcp-method") === "tools/call" && !headers.has("mcp-session-id");
}

function isRefusal(error: Error): boolean {
  return (
    error instanceof ProtocolError ||
    /^(?:Rejected (?:inbound|2025-era) request|Unsupported Media Type)/.test(error.message)
  );
}
