import type { MiddlewareHandler } from "hono";
import { defined } from "../../support/defined.ts";
import type { AppVariables, NodeExchange } from "./app-context.ts";

/** One request in the access log. The query is left out: it may hold people's searches. */
export interface AccessEntry {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Until the response began. A stream continues after that. */
  readonly durationMs: number;
  /** The authenticated caller. Absent if the request was refused. */
  readonly caller?: string;
  /** The remote address of the connection. */
  readonly address?: string;
}

/** Reports every request, refused ones included. */
export function accessLog(log: (entry: AccessEntry) => void): MiddlewareHandler<{ Variables: AppVariables }> {
  return async (context, next) => {
    const began = performance.now();
    await next();
    const { incoming, outgoing } = (context.env ?? {}) as Partial<NodeExchange>;
    const caller = context.get("caller") as AppVariables["caller"] | undefined; // undefined if the request was refused
    const address = incoming?.socket.remoteAddress;
    log({
      at: new Date().toISOString(),
      method: context.req.method,
      path: context.req.path,
      status: outgoing?.headersSent === true ? outgoing.statusCode : context.res.status,
      durationMs: Math.round(performance.now() - began),
      ...(caller === undefined ? {} : { caller: caller.name }),
      ...defined({ address }),
    });
  };
}
