import type { MiddlewareHandler } from "hono";
import type { AppVariables, NodeExchange } from "./app-context.ts";

/** One request, as an access log keeps it. The query is left out: it may hold what people look for. */
export interface AccessEntry {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Until the answer began; a stream goes on after that. */
  readonly durationMs: number;
  /** Who was let in. Absent where nobody was. */
  readonly caller?: string;
  /** The address at the other end of the connection. */
  readonly address?: string;
}

/** Tells of every request, refused ones too. */
export function accessLog(
  tell: (entry: AccessEntry) => void,
): MiddlewareHandler<{ Variables: AppVariables }> {
  return async (context, next) => {
    const began = performance.now();
    await next();
    const { incoming, outgoing } = (context.env ?? {}) as Partial<NodeExchange>;
    const caller = context.get("caller") as AppVariables["caller"] | undefined; // nobody, where it was refused
    const address = incoming?.socket.remoteAddress;
    tell({
      at: new Date().toISOString(),
      method: context.req.method,
      path: context.req.path,
      status: outgoing?.headersSent === true ? outgoing.statusCode : context.res.status,
      durationMs: Math.round(performance.now() - began),
      ...(caller === undefined ? {} : { caller: caller.name }),
      ...(address === undefined ? {} : { address }),
    });
  };
}
