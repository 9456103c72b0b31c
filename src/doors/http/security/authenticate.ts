import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, MiddlewareHandler } from "hono";
import { type Caller, includesRole, type Role } from "../../../access/roles.ts";
import { TOKEN_PREFIX, type Tokens } from "../../../access/tokens.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { AppVariables } from "../app-context.ts";
import { problem } from "../problem.ts";
import { createRateLimit } from "./rate-limit.ts";

export interface AuthenticateOptions {
  readonly tokens: Tokens;
  /** Who a caller without a token is: the person at this machine on a loopback server, nobody elsewhere. */
  readonly anonymous: Caller | undefined;
  /** Requests per minute that each token may make. */
  readonly perMinute: number;
}

const WRONG_PER_MINUTE = 20;

/** Finds out who calls. Wrong tokens count by address, and beyond a few that address is turned away for a while. */
export function authenticate({
  tokens,
  anonymous,
  perMinute,
}: AuthenticateOptions): MiddlewareHandler<{ Variables: AppVariables }> {
  const wrong = createRateLimit(WRONG_PER_MINUTE);
  const requests = createRateLimit(perMinute);
  return async (context, next) => {
    const [, token] = /^Bearer (\S+)$/i.exec(context.req.header("authorization") ?? "") ?? [];
    // Clients that insist on a key send any: where none is needed, what was never a token of ours is none. One that was
    // revoked still is.
    const isNone = token === undefined || (anonymous !== undefined && !token.startsWith(TOKEN_PREFIX));
    if (isNone && anonymous !== undefined && !isForwarded(context)) {
      context.set("caller", anonymous);
      return next();
    }
    const address = addressOf(context);
    if (token !== undefined && wrong.isSpent(address))
      return tooMany(context, "Cannot check the token: too many wrong ones came from your address");
    const caller = token === undefined ? undefined : await tokens.callerOf(token);
    if (caller === undefined) {
      if (token !== undefined) wrong.take(address);
      context.header("www-authenticate", "Bearer");
      return problem(
        context,
        new DejimaError(
          "tool_not_allowed",
          'Cannot serve without a token: send "Authorization: Bearer <token>"; `dejima token create NAME` makes one',
        ),
        401,
      );
    }
    const wait = requests.take(caller.name);
    if (wait !== undefined)
      return tooMany(
        context,
        `Cannot take more than ${perMinute} requests a minute from ${caller.name}`,
        wait,
      );
    context.set("caller", caller);
    return next();
  };
}

/** Turns callers away whose role is too small. */
export function requireRole(needed: Role): MiddlewareHandler<{ Variables: AppVariables }> {
  return async (context, next) => {
    const { name, role } = context.get("caller");
    if (includesRole(role, needed)) return next();
    return problem(
      context,
      new DejimaError(
        "tool_not_allowed",
        `Cannot do this as ${name}: it needs the role ${needed}, the token has ${role}`,
      ),
    );
  };
}

const FORWARDING = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

// What another server hands on may come from anywhere, however near that server is.
function isForwarded(context: Context): boolean {
  const host = context.req.header("host") ?? "";
  return !LOOPBACK_HOST.test(host) || FORWARDING.some((name) => context.req.header(name) !== undefined);
}

function tooMany(context: Context, message: string, seconds = 60): Response {
  context.header("retry-after", String(seconds));
  return problem(context, new DejimaError("limit_exceeded", `${message}; try again in ${seconds} s`));
}

function addressOf(context: Context): string {
  try {
    return getConnInfo(context).remote.address ?? "unknown";
  } catch {
    // There is no connection behind a request that was made in this process.
    return "unknown";
  }
}
