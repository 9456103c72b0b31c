import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import { type Caller, includesRole } from "../../../access/roles.ts";
import type { Runtime } from "../../../runtime.ts";
import { createHarbourServer } from "../harbour-server.ts";
import { listenedResources } from "../offers/listened-resources.ts";
import { createResourceWatcher, type ResourceWatcher } from "../offers/resource-watcher.ts";
import type { ListMode } from "../offers/tool-list.ts";
import { openDoor } from "../open-door.ts";
import { createFaultFilter } from "./fault-filter.ts";
import { createLegacySessions } from "./legacy-sessions.ts";
import { createQuickCalls } from "./quick-call.ts";
import { answerQuickly, isPlainCall, type NodeExchange, readJson } from "./quick-exchange.ts";

/** Streamable HTTP of both eras, as a function from request to response; whoever mounts it has checked the caller. */
interface McpEndpoint {
  /** `undefined`: the answer went to `exchange.outgoing`. */
  fetch(request: Request, caller: Caller, exchange: NodeExchange | undefined): Promise<Response | undefined>;
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
  const faults = createFaultFilter(onFault);
  const modern = createMcpHandler(
    ({ authInfo }) => createHarbourServer(door, authInfo?.clientId ?? "unknown"),
    { legacy: "reject", onerror: (error) => faults.report(error) },
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
    const watcher = createResourceWatcher(door.upstreamContents);
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

  return {
    async fetch(request, caller, exchange) {
      const { name: principal, role } = caller;
      door.queue.know(principal, includesRole(role, "approver"));
      const authInfo = { token: "", clientId: principal, scopes: [] };
      if (exchange !== undefined && isPlainCall(exchange.incoming)) {
        const parsedBody = await readJson(exchange.incoming);
        if (parsedBody === undefined) return Response.json(UNREADABLE, { status: 400 });
        const call = quick.read(exchange.incoming.headers, parsedBody, principal);
        if (call === undefined) return faults.during(() => modern.fetch(request, { authInfo, parsedBody }));
        return void (await answerQuickly(call, quick, exchange));
      }
      if (await isLegacyRequest(request)) return sessions.handle(request, principal);
      if (request.headers.get("mcp-method") === "subscriptions/listen") await watchListened(request.clone());
      return faults.during(() => modern.fetch(request, { authInfo }));
    },
    async close() {
      forget();
      await sessions.close();
      await modern.close();
      for (const watcher of watchers) await watcher.close();
      await door.queue.close();
    },
  };
}

const UNREADABLE = { jsonrpc: "2.0", error: { code: -32_700, message: "Parse error" }, id: null };
