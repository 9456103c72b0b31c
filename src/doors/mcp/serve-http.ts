import { AsyncLocalStorage } from "node:async_hooks";
import { createMcpHandler, isLegacyRequest, ProtocolError } from "@modelcontextprotocol/server";
import { type Caller, includesRole } from "../../access/tokens.ts";
import { once } from "../../support/once.ts";
import { type DoorOptions, openDoor } from "./door.ts";
import { createRequestServer } from "./gateway-server.ts";
import { createPlainRequests, type NodeExchange } from "./http-calls.ts";
import { createResourceWatcher, listenedResources, type ResourceWatcher } from "./offers/resources.ts";
import { createSessions } from "./sessions.ts";
import { createSseSessions } from "./sse-sessions.ts";

/**
 * Streamable HTTP of all protocol versions, as a function from request to response. The enclosing server has
 * authenticated the caller.
 */
interface McpEndpoint {
  /** Answers a request. `undefined` means that it wrote the response to `exchange.outgoing`. */
  fetch(request: Request, caller: Caller, exchange: NodeExchange | undefined): Promise<Response | undefined>;
  close(): Promise<void>;
}

interface MountedMcp extends McpEndpoint {
  /** Opens it before the first request, so that the servers of the config are queried in the meantime. */
  open(): Promise<unknown>;
}

interface EndpointOptions extends Pick<DoorOptions, "runtime" | "mode" | "builtins"> {
  /** Whether the same server has the console, so that people can be sent there. */
  readonly hasConsole?: boolean;
  /** The maximum number of sessions of each transport. Default: 1,000. */
  readonly mostSessions?: number;
  onFault(error: unknown): void;
}

const MAX_SESSIONS = 1_000;

/**
 * Mounts MCP in another server. Unless `open()` is called, no server of the config is started before the
 * first request.
 */
export function mountMcp(options: EndpointOptions): MountedMcp {
  const endpoint = once(() => createEndpoint(options));
  return {
    open: endpoint.get,
    fetch: async (request, caller, exchange) => (await endpoint.get()).fetch(request, caller, exchange),
    async close() {
      await (await endpoint.made?.catch(() => undefined))?.close();
    },
  };
}

/**
 * Creates the endpoint. Plain calls take the direct path; the SDK answers everything else, in sessions or
 * request by request.
 */
async function createEndpoint({
  hasConsole,
  mostSessions = MAX_SESSIONS,
  onFault,
  ...options
}: EndpointOptions): Promise<McpEndpoint> {
  let origin: string | undefined;
  const door = await openDoor({ ...options, consoleUrl: () => origin });
  const sessions = createSessions(door, mostSessions);
  const oldest = createSseSessions(door, mostSessions);
  const plain = createPlainRequests(door, sessions);
  const watchers = new Set<ResourceWatcher>();
  const faults = createFaultFilter(onFault);
  const modern = createMcpHandler(
    ({ authInfo }) => createRequestServer(door, authInfo?.clientId ?? "unknown"),
    { legacy: "reject", onerror: (error) => faults.report(error) },
  );
  const forget = door.onNews((news) => {
    sessions.notify(news);
    oldest.notify(news);
    if (news === "tools") modern.notify.toolsChanged();
    else if (news === "prompts") modern.notify.promptsChanged();
    else if (news === "resources") modern.notify.resourcesChanged();
    else modern.notify.resourceUpdated(news.updated);
  });

  /**
   * The SDK answers a client that listens. This also subscribes at the servers that have the resources, until
   * the client disconnects.
   */
  async function watchListened(request: Request, principal: string): Promise<void> {
    const wanted = listenedResources(await request.json().catch(() => undefined));
    if (wanted.length === 0) return;
    const watcher = createResourceWatcher(door.upstreamContents, () => door.runs.isMarked(principal));
    watchers.add(watcher);
    const leave = () => {
      watchers.delete(watcher);
      void watcher.close();
    };
    request.signal.addEventListener("abort", leave, { once: true });
    await Promise.all(wanted.map((uri) => watcher.add(uri).catch(() => {})));
  }

  return {
    async fetch(request, { name: principal, role }, exchange) {
      door.runs.know(principal, includesRole(role, "approver"));
      // The host name that the entrance accepted, so that the link leads back here.
      if (hasConsole === true) origin = new URL(request.url).origin;
      if (exchange !== undefined && oldest.takes(exchange.incoming)) {
        await oldest.handle(exchange, request, principal);
        return undefined;
      }
      const authInfo = { token: "", clientId: principal, scopes: [] };
      if (exchange !== undefined && plain.mayTake(exchange)) {
        const end = await plain.answer(exchange, principal);
        if (end.type === "written") return undefined;
        if (end.type === "unreadable") return Response.json(UNREADABLE, { status: 400 });
        const { body } = end;
        if (await isLegacyRequest(request, body)) return sessions.handle(request, principal, body);
        return faults.during(() => modern.fetch(request, { authInfo, parsedBody: body }));
      }
      if (await isLegacyRequest(request)) return sessions.handle(request, principal);
      if (request.headers.get("mcp-method") === "subscriptions/listen")
        await watchListened(request.clone(), principal);
      return faults.during(() => modern.fetch(request, { authInfo }));
    },
    async close() {
      forget();
      await sessions.close();
      await oldest.close();
      await modern.close();
      for (const watcher of watchers) await watcher.close();
      await door.close();
    },
  };
}

const UNREADABLE = {
  jsonrpc: "2.0",
  error: { code: -32_700, message: "Parse error: Invalid JSON" },
  id: null,
};

/** Separates internal errors from client mistakes, which the SDK reports in the same way. */
function createFaultFilter(onFault: (error: unknown) => void) {
  const underWay = new AsyncLocalStorage<{ reported: Error[] | undefined }>();
  return {
    /**
     * Answers a request. Errors reported meanwhile are internal, unless the response says that the request
     * was invalid.
     */
    async during(answer: () => Promise<Response>): Promise<Response> {
      const request: { reported: Error[] | undefined } = { reported: [] };
      const response = await underWay.run(request, answer);
      const { reported = [] } = request;
      request.reported = undefined;
      if (response.status < 400 || response.status >= 500) for (const error of reported) onFault(error);
      return response;
    },
    report(error: Error): void {
      if (error instanceof ProtocolError) return;
      const reported = underWay.getStore()?.reported;
      if (reported === undefined) onFault(error);
      else reported.push(error);
    },
  };
}
