import type { MiddlewareHandler } from "hono";
import { type Caller, includesRole, type Role } from "../../../access/roles.ts";
import type { Tokens } from "../../../access/tokens.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { AppVariables } from "../app-context.ts";
import { problem } from "../problem.ts";

export interface AuthenticateOptions {
  readonly tokens: Tokens;
  /** Who a caller without a token is: the person at this machine on a loopback server, nobody elsewhere. */
  readonly anonymous: Caller | undefined;
}

const MAX_FAILURES = 20;
const WINDOW_MS = 60_000;

/** Finds out who calls. Wrong tokens are counted per minute, and beyond a few all of them are turned away for a while. */
export function authenticate({
  tokens,
  anonymous,
}: AuthenticateOptions): MiddlewareHandler<{ Variables: AppVariables }> {
  let failures: number[] = [];
  return async (context, next) => {
    const [, token] = /^Bearer (\S+)$/.exec(context.req.header("authorization") ?? "") ?? [];
    failures = failures.filter((time) => time > Date.now() - WINDOW_MS);
    if (token !== undefined && failures.length >= MAX_FAILURES) {
      return problem(
        context,
        new DejimaError(
          "limit_exceeded",
          "Cannot check the token: too many wrong ones came in the last minute; wait and try again",
        ),
        429,
      );
    }
    const caller = token === undefined ? anonymous : await tokens.callerOf(token);
    if (caller === undefined) {
      if (token !== undefined) failures.push(Date.now());
      return problem(
        context,
        new DejimaError(
          "tool_not_allowed",
          'Cannot serve without a token: send "Authorization: Bearer <token>"; `dejima token create NAME` makes one',
        ),
        401,
      );
    }
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
