// What `dejima/http` offers to programs that have an HTTP server of their own: the API of `dejima serve` as a part of it.
import {
  type FetchHandle,
  fetchHandler,
  type HandlerOptions,
  type NodeHandle,
  nodeHandler,
} from "./doors/http/handler.ts";
import { mountMcp } from "./doors/mcp/serve-http.ts";
import type { Runtime } from "./runtime.ts";

export type { Caller, Role } from "./access/tokens.ts";
export type { FetchHandle, HandlerOptions, NodeHandle } from "./doors/http/handler.ts";

/** A handler that can be closed when the server ends. */
export type Closable<Handle> = Handle & { close(): Promise<void> };

/** The HTTP API as a function from `Request` to `Response`, for Hono, Next.js and everything else that speaks `fetch`. */
export function toFetchHandler(runtime: Runtime, options: HandlerOptions = {}): Closable<FetchHandle> {
  const { handle, close } = fetchHandler(runtime, { ...options, mcp: mcpOf(runtime, options) });
  return Object.assign((request: Request) => handle(request), { close });
}

/** The HTTP API as a listener of `node:http`, for Express and Connect. Mount it before anything that reads bodies. */
export function toNodeHandler(runtime: Runtime, options: HandlerOptions = {}): Closable<NodeHandle> {
  const { handle, close } = nodeHandler(runtime, { ...options, mcp: mcpOf(runtime, options) });
  const listener: NodeHandle = (incoming, outgoing) => handle(incoming, outgoing);
  return Object.assign(listener, { close });
}

function mcpOf(runtime: Runtime, { onFault = () => {}, console = false }: HandlerOptions) {
  return mountMcp({ runtime, mode: "auto", hasConsole: console, onFault });
}
