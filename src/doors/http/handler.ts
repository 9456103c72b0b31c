import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Caller } from "../../access/tokens.ts";
import type { Runtime } from "../../runtime.ts";
import { once } from "../../support/once.ts";
import type { Mounted, NodeExchange } from "./app-context.ts";
import { openApp } from "./open-app.ts";

/** How the HTTP API becomes part of another server. */
export interface HandlerOptions {
  /**
   * Who makes a request, by the logins of the program around it. `undefined` refuses the request. Without this function, clients
   * send a token that `dejima token create` made.
   */
  readonly caller?: (request: Request) => Caller | undefined | Promise<Caller | undefined>;
  /** The names by which clients reach the server, such as `app.example.com`. Loopback names are always among them. */
  readonly names?: readonly string[];
  /** Where it stands, such as `/api/dejima`, unless the framework takes that off the path itself, as Express and Hono do. */
  readonly path?: string;
  /** Whether the console is served as well; it needs the root of the site. Default: no. */
  readonly console?: boolean;
  /** Hears of faults of our own, for the log. */
  readonly onFault?: (error: unknown) => void;
}

/** Answers requests to the HTTP API. `close()` ends what it has open; the runtime stays open. */
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

/** The API as a listener of `node:http`. Each port that it is reached by is closed to tools. */
export function nodeHandler(runtime: Runtime, options: HandlerParts): MountedHandler<NodeHandle> {
  const answer = createAnswer(runtime, options);
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
  // Whoever mounts it says who calls, or callers bring tokens: that a request came from this machine proves nothing here.
  const app = once(() => openApp(parts, undefined));
  return async (request: Request, exchange: Partial<NodeExchange>): Promise<Response> => {
    const inner = withHost(withoutPrefix(request, path));
    const vouched = caller === undefined ? {} : { vouch: async () => caller(request) };
    return (await app.get()).fetch(inner, { ...exchange, ...vouched });
  };
}

/** Frameworks make the address of a request from its `Host`; some leave out the header itself. */
function withHost(request: Request): Request {
  if (request.headers.has("host")) return request;
  const headers = new Headers(request.headers);
  headers.set("host", new URL(request.url).host);
  return new Request(request, { headers });
}

/** The request as if the API stood at the root. One outside of the prefix is left as it is, and is not found. */
function withoutPrefix(request: Request, prefix: string): Request {
  if (prefix === "") return request;
  const url = new URL(request.url);
  const root = prefix.replace(/\/$/, "");
  if (url.pathname !== root && !url.pathname.startsWith(`${root}/`)) {
    url.pathname = "/not-found";
  } else url.pathname = url.pathname.slice(root.length) || "/";
  return new Request(url, request);
}
