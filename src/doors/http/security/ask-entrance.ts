import type { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import type { Entrance } from "../../../access/entrance.ts";
import { type RequestHead, readHead } from "../../../access/request-head.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { AppVariables } from "../app-context.ts";
import { problem } from "../problem.ts";

type Handler = MiddlewareHandler<{ Variables: AppVariables }>;

/** Refuses requests of other sites, before anything else is looked at. */
export function askSite(entrance: Entrance): Handler {
  return async (context, next) => {
    const head = headOf(context);
    const refusal = entrance.checkSite(head);
    if (refusal !== undefined) return problem(context, refusal);
    context.set("head", head);
    return next();
  };
}

/** Finds out who calls, and refuses everybody else. */
export function askCaller(entrance: Entrance): Handler {
  return async (context, next) => {
    const caller = await entrance.identify(context.get("head"));
    if (caller instanceof DejimaError) return problem(context, caller);
    context.set("caller", caller);
    return next();
  };
}

/** The head as it came over the connection. A request that was made inside this process has none. */
function headOf({ req, env }: Context): RequestHead {
  const { incoming } = (env ?? {}) as { readonly incoming?: IncomingMessage };
  if (incoming === undefined)
    return readHead({
      method: req.method,
      target: req.path,
      version: "1.1",
      address: undefined,
      rawHeaders: [...req.raw.headers].flat(),
    });
  return readHead({
    method: incoming.method ?? "",
    target: incoming.url ?? "",
    version: incoming.httpVersion,
    // A connection that is closed already has no address any more.
    address: incoming.socket.remoteAddress ?? "unknown",
    rawHeaders: incoming.rawHeaders,
  });
}
