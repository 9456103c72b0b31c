import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context, Hono, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import type { Entrance } from "../../access/entrance.ts";
import { type RequestHead, readHead } from "../../access/request-head.ts";
import type { Caller } from "../../access/tokens.ts";
import { DejimaError } from "../../contract/error.ts";
import { defined } from "../../support/defined.ts";
import type { AppVariables, HostCaller, NodeExchange } from "./app-context.ts";
import { problem } from "./problem.ts";

const HEADERS: readonly (readonly [string, string])[] = [
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["referrer-policy", "no-referrer"],
  ["cross-origin-resource-policy", "same-origin"],
  ["cross-origin-opener-policy", "same-origin"],
  ["cache-control", "no-store"],
];

/** One request in the access log. The query is left out: it may contain people's searches. */
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

interface GuardOptions<App> {
  readonly entrance: Entrance;
  /** The hint in a "not found" response. */
  readonly hint: string;
  /** Adds routes that need no token. */
  open?(app: App): void;
  /** The `WWW-Authenticate` header for a caller without a valid token. Default: a bearer challenge. */
  challenge?(head: RequestHead): string;
  /** Receives internal errors, for the log. */
  onFault(error: unknown): void;
  /** Called for every request once its response has begun. */
  readonly onRequest?: ((entry: AccessEntry) => void) | undefined;
}

const MAX_BODY = 12 * 1024 * 1024;

/** Puts the entrance in front of an app: routes added afterwards are reached only by admitted callers. */
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
  app.use(checkSite(entrance));
  open?.(app);
  app.use(limitBody());
  app.use(authenticate(entrance, challenge));
  return app;
}

function notJson(context: Context): DejimaError {
  const type = context.req.header("content-type")?.slice(0, 100) ?? "";
  return new DejimaError(
    "invalid_input",
    `Cannot read a body of the type "${type}": send JSON, with "content-type: application/json"`,
  );
}

type Handler = MiddlewareHandler<{ Variables: AppVariables }>;

/** Refuses requests from other sites before anything else is checked. */
function checkSite(entrance: Entrance): Handler {
  return (context, next) => {
    setSafeHeaders(context);
    const head = headOf(context);
    const refusal = entrance.checkSite(head);
    if (refusal !== undefined) return Promise.resolve(problem(context, refusal));
    context.set("head", head);
    return next();
  };
}

/**
 * Sets headers against content sniffing, framing, caching, and reading by other sites' pages. A handler may
 * set its own.
 */
function setSafeHeaders(context: Context): void {
  // Set directly on Node's response if there is one: this saves most small requests a header list of their
  // own.
  const { outgoing } = (context.env ?? {}) as { readonly outgoing?: ServerResponse }; // set by the server of Node
  for (const [name, value] of HEADERS) {
    if (outgoing === undefined) context.header(name, value);
    else outgoing.setHeader(name, value);
  }
}

/** Authenticates the caller, and refuses everybody else. */
function authenticate(entrance: Entrance, challenge = (_head: RequestHead) => "Bearer"): Handler {
  const followed = followCallers(entrance);
  return async (context, next) => {
    const head = context.get("head");
    const { currentCaller } = (context.env ?? {}) as Partial<HostCaller>; // set only by a handler that has checked the caller
    const caller =
      currentCaller === undefined
        ? await entrance.identify(head)
        : ((await currentCaller()) ?? notLoggedIn());
    if (caller instanceof DejimaError) {
      if (caller.code === "unauthenticated") context.header("www-authenticate", challenge(head));
      return problem(context, caller);
    }
    context.set("caller", caller);
    followed.add(context);
    await next();
  };
}

function notLoggedIn(): DejimaError {
  return new DejimaError("unauthenticated", "Cannot serve without a login: log in to this site first");
}

/** The head as it came over the connection. A request made inside this process has none. */
function headOf({ req, env }: Context): RequestHead {
  const { incoming } = (env ?? {}) as { readonly incoming?: IncomingMessage }; // set by the server of Node
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
    // A closed connection no longer has an address.
    address: incoming.socket.remoteAddress ?? "unknown",
    rawHeaders: incoming.rawHeaders,
  });
}

/**
 * Refuses a body over this many bytes. Lets requests without a body pass, and archives, which are limited
 * where they are read.
 */
function limitBody(): MiddlewareHandler {
  const tooLarge = (context: Context) =>
    problem(context, new DejimaError("too_large", `Cannot take a body over ${MAX_BODY} bytes`));
  const counted = bodyLimit({ maxSize: MAX_BODY, onError: tooLarge });
  return (context, next) => {
    if (!hasBody(context.req)) return next();
    const announced = context.req.header("content-length");
    // Node reads no more than the announced length. Reading the body here would first wrap it in several
    // streams.
    if (announced === undefined || context.req.header("transfer-encoding") !== undefined)
      return counted(context, next);
    return Number(announced) > MAX_BODY ? Promise.resolve(tooLarge(context)) : next();
  };
}

function hasBody({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return method !== "GET" && method !== "HEAD" && !(method === "POST" && path === "/api/skills");
}

/** Whether a response may continue: its caller still exists, with the same role. */
type IsStillValid = () => Promise<boolean>;

const CHECK_INTERVAL_MS = 1_000;

/**
 * Ends responses under way when their caller's token is revoked or its role changes: streams, and waiting
 * calls.
 */
function followCallers(entrance: Entrance): { add(context: Context<{ Variables: AppVariables }>): void } {
  const open = new Map<ServerResponse, IsStillValid>();
  let timer: NodeJS.Timeout | undefined;

  async function check(): Promise<void> {
    for (const [outgoing, isStillValid] of open) {
      // If the lookup fails, it is repeated a second later.
      const holds = await isStillValid().catch(() => true);
      if (!holds) outgoing.destroy();
    }
  }

  return {
    add(context) {
      const { outgoing, currentCaller } = (context.env ?? {}) as Partial<NodeExchange & HostCaller>; // set by the server of Node
      const head = context.get("head");
      if (outgoing === undefined || (currentCaller === undefined && head.authorization === undefined)) return;
      const caller = context.get("caller");
      open.set(outgoing, async () =>
        currentCaller === undefined
          ? entrance.isStillValid(head, caller)
          : isSame(caller, await currentCaller()),
      );
      timer ??= setInterval(() => void check(), CHECK_INTERVAL_MS).unref();
      outgoing.once("close", () => {
        open.delete(outgoing);
        if (open.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
    },
  };
}

function isSame({ name, role }: Caller, now: Caller | undefined): boolean {
  return now?.name === name && now.role === role;
}

/** Reports every request, refused ones included. */
function accessLog(log: (entry: AccessEntry) => void): Handler {
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
