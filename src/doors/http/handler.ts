import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Caller } from "../../access/tokens.ts";
import type { Runtime } from "../../runtime.ts";
import { once } from "../../support/once.ts";
import type { Mounted, NodeExchange } from "./app-context.ts";
import { openApp } from "./open-app.ts";

/** Options for mounting the HTTP API in another server. */
export interface HandlerOptions {
  /**
   * The caller of a request, by the logins of the embedding program. `undefined` refuses the request. Without
   * this function, clients send a token made by `dejima token create`.
   */
  readonly caller?: (request: Request) => Caller | undefined | Promise<Caller | undefined>;
  /**
   * The host names by which clients reach the server, such as `app.example.com`. Loopback names are always
   * included.
   */
  readonly names?: readonly string[];
  /**
   * The path it is mounted at, such as `/api/dejima`, unless the framework strips the path itself, as Express
   * and Hono do.
   */
  readonly path?: string;
  /** Whether the console is served as well. It needs the root of the site. Default: no. */
  readonly console?: boolean;
  /** Receives internal errors, for the log. */
  readonly onFault?: (error: unknown) => void;
}

/** Answers requests to the HTTP API. `close()` ends its open streams; the runtime stays open. */
interface MountedHandler<Handle> {
  readonly handle: Handle;
  close(): Promise<void>;
}

export type FetchHandle = (request: Request) => Promise<Response>;
export type NodeHandle = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

type HandlerParts = HandlerOptions & { readonly mcp: Mounted };

/** The API as a function from request to response. */
export function fetchHandler(runtime: Runtime, options: HandlerParts): MountedHandler<FetchHandle> {
  const answer = createAnswer(runtime, options);
  return { handle: (request) => answer(request, {}), close: () => options.mcp.close() };
}

/** The API as a `node:http` listener. Tools cannot connect to the ports it is reached by. */
export function nodeHandler(runtime: Runtime, options: HandlerParts): MountedHandler<NodeHandle> {
  const answer = createAnswer(runtime, options);
  // HTTP/1 is the only version served, so the exchange is one of `node:http`.
  const listener = getRequestListener((request, exchange) => answer(request, exchange as NodeExchange), {
    overrideGlobalObjects: false,
  });
  const announced = new Map<number, () => void>();
  return {
    async handle(incoming, outgoing) {
      const port = incoming.socket.localPort;
      if (port !== undefined && !announced.has(port)) announced.set(port, runtime.listeners.announce(port));
      await listener(incoming, outgoing);
    },
    async close() {
      for (const withdraw of announced.values()) withdraw();
      await options.mcp.close();
    },
  };
}

function createAnswer(runtime: Runtime, options: HandlerParts) {
  const { caller, names = [], path = "", console = false, mcp, onFault = () => {} } = options;
  const parts = {
    runtime,
    names,
    mcp,
    onFault,
    host: "localhost",
    ...(console ? {} : { console: false as const }),
  };
  // The embedding program names the caller, or callers bring tokens. A request from this machine proves
  // nothing here.
  const app = once(() => openApp(parts, undefined));
  return async (request: Request, exchange: Partial<NodeExchange>): Promise<Response> => {
    const inner = withHost(withoutPrefix(request, path));
    const hostCaller = caller === undefined ? {} : { currentCaller: async () => caller(request) };
    return (await app.get()).fetch(inner, { ...exchange, ...hostCaller });
  };
}

/**
 * Restores the `Host` header from the request's URL: frameworks build the URL from it, and some leave the
 * header out.
 */
function withHost(request: Request): Request {
  if (request.headers.has("host")) return request;
  const headers = new Headers(request.headers);
  headers.set("host", new URL(request.url).host);
  return new Request(request, { headers });
}

/**
 * The request as if the API were mounted at the root. A request outside of the prefix stays unchanged and is
 * not found.
 */
function withoutPrefix(request: Request, prefix: string): Request {
  if (prefix === "") return request;
  const url = new URL(request.url);
  const root = prefix.replace(/\/$/, "");
  if (url.pathname !== root && !url.pathname.startsWith(`${root}/`)) {
    url.pathname = "/not-found";
  } else url.pathname = url.pathname.slice(root.length) || "/";
  return new Request(url, request);
}
