import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context, Hono, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import type { Entrance } from "../../access/entrance.ts";
import { type RequestHead, readHead } from "../../access/request-head.ts";
import { DejimaError } from "../../contract/error.ts";
import { type AccessEntry, accessLog } from "./access-log.ts";
import type { AppVariables, Vouched } from "./app-context.ts";
import { endRevoked } from "./end-revoked.ts";
import { problem } from "./problem.ts";

const HEADERS: readonly (readonly [string, string])[] = [
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["referrer-policy", "no-referrer"],
  ["cross-origin-resource-policy", "same-origin"],
  ["cross-origin-opener-policy", "same-origin"],
  ["cache-control", "no-store"],
];

interface GuardOptions<App> {
  readonly entrance: Entrance;
  /** What to say where nothing was found. */
  readonly hint: string;
  /** Adds what anybody at this site may see without a token. */
  open?(app: App): void;
  /** What a caller without a valid token is told in `WWW-Authenticate`. Default: that a bearer token is needed. */
  challenge?(head: RequestHead): string;
  /** Hears of faults of our own, for the log. */
  onFault(error: unknown): void;
  /** Hears of every request, once its answer has begun. */
  readonly onRequest?: ((entry: AccessEntry) => void) | undefined;
}

const MAX_BODY = 12 * 1024 * 1024;

/** Puts the entrance in front of an app: whatever is added to it afterwards is reached only by callers who were let in. */
export function guardApp<App extends Hono<{ Variables: AppVariables }>>(
  app: App,
  { entrance, hint, open, challenge, onFault, onRequest }: GuardOptions<App>,
): App {
  app.onError((error, context) => {
    if (error instanceof HTTPException && error.status === 415) return problem(context, notJson(context));
    if (error instanceof HTTPException)
      return problem(context, new DejimaError("invalid_input", `Cannot use the request: ${error.message}`));
    if (!(error instanceof DejimaError)) onFault(error);
    return problem(context, error);
  });
  app.notFound((context) =>
    problem(context, new DejimaError("not_found", `Not found: ${context.req.path}. ${hint}`)),
  );
  if (onRequest !== undefined) app.use(accessLog(onRequest));
  app.use(safeHeaders());
  app.use(askSite(entrance));
  open?.(app);
  app.use(limitBody(MAX_BODY));
  app.use(askCaller(entrance, challenge));
  app.use(endRevoked(entrance));
  return app;
}

function notJson(context: Context): DejimaError {
  const type = context.req.header("content-type")?.slice(0, 100) ?? "";
  return new DejimaError(
    "invalid_input",
    `Cannot read a body of the type "${type}": send JSON, with "content-type: application/json"`,
  );
}

/** Headers that keep answers from being guessed at, framed, kept, or read by pages of others. A handler may set its own. */
function safeHeaders(): MiddlewareHandler {
  return (context, next) => {
    // Straight onto the answer that Node will write, where there is one: it spares most small requests a list of their own.
    const { outgoing } = (context.env ?? {}) as { readonly outgoing?: ServerResponse };
    for (const [name, value] of HEADERS) {
      if (outgoing === undefined) context.header(name, value);
      else outgoing.setHeader(name, value);
    }
    return next();
  };
}

type Handler = MiddlewareHandler<{ Variables: AppVariables }>;

/** Refuses requests of other sites, before anything else is looked at. */
function askSite(entrance: Entrance): Handler {
  return async (context, next) => {
    const head = headOf(context);
    const refusal = entrance.checkSite(head);
    if (refusal !== undefined) return problem(context, refusal);
    context.set("head", head);
    return next();
  };
}

/** Finds out who calls, and refuses everybody else. */
function askCaller(entrance: Entrance, challenge = (_head: RequestHead) => "Bearer"): Handler {
  return async (context, next) => {
    const head = context.get("head");
    const { vouch } = (context.env ?? {}) as Partial<Vouched>;
    const caller = vouch === undefined ? await entrance.identify(head) : ((await vouch()) ?? notLoggedIn());
    if (caller instanceof DejimaError) {
      if (caller.code === "unauthenticated") context.header("www-authenticate", challenge(head));
      return problem(context, caller);
    }
    context.set("caller", caller);
    return next();
  };
}

function notLoggedIn(): DejimaError {
  return new DejimaError("unauthenticated", "Cannot serve without a login: log in to this site first");
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

/** Refuses a body over so many bytes; what brings none, and an archive, which is bounded where it is taken in, pass. */
function limitBody(most: number): MiddlewareHandler {
  const tooLarge = (context: Context) =>
    problem(context, new DejimaError("too_large", `Cannot take a body over ${most} bytes`));
  const counted = bodyLimit({ maxSize: most, onError: tooLarge });
  return async (context, next) => {
    if (!bringsBody(context.req)) return next();
    const told = context.req.header("content-length");
    // Node takes no more than what was told. To look at the body itself would make several streams of it first.
    if (told === undefined || context.req.header("transfer-encoding") !== undefined)
      return counted(context, next);
    return Number(told) > most ? tooLarge(context) : next();
  };
}

function bringsBody({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return method !== "GET" && method !== "HEAD" && !(method === "POST" && path === "/api/skills");
}
