// `dejima/http`, for programs with their own HTTP server: mounts the API of `dejima serve` in it.
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

/**
 * The HTTP API as a function from `Request` to `Response`, for Hono, Next.js and everything else that uses
 * `fetch`.
 */
export function toFetchHandler(runtime: Runtime, options: HandlerOptions = {}): Closable<FetchHandle> {
  const { handle, close } = fetchHandler(runtime, { ...options, mcp: mcpOf(runtime, options) });
  return Object.assign((request: Request) => handle(request), { close });
}

/**
 * The HTTP API as a `node:http` listener, for Express and Connect. Mount it before any middleware that reads
 * bodies.
 */
export function toNodeHandler(runtime: Runtime, options: HandlerOptions = {}): Closable<NodeHandle> {
  const { handle, close } = nodeHandler(runtime, { ...options, mcp: mcpOf(runtime, options) });
  const listener: NodeHandle = (incoming, outgoing) => handle(incoming, outgoing);
  return Object.assign(listener, { close });
}

function mcpOf(runtime: Runtime, { onFault = () => {}, console = false }: HandlerOptions) {
  return mountMcp({ runtime, mode: "auto", hasConsole: console, onFault });
}
