import type { Context, MiddlewareHandler } from "hono";
import { type Caller, includesRole, type Role } from "../../access/tokens.ts";
import { DejimaError } from "../../contract/error.ts";
import type { Speaker } from "../../runtime.ts";
import type { AppVariables } from "./app-context.ts";
import { problem } from "./problem.ts";

/** The caller as a speaker in conversations: people see their own, admins see all. */
export function speakerOf(context: Context<{ Variables: AppVariables }>): Speaker {
  const { name, role } = context.get("caller");
  return {
    user: name,
    door: "http",
    mayApprove: includesRole(role, "approver"),
    mayChangeBudgets: includesRole(role, "admin"),
    seesAll: includesRole(role, "admin"),
  };
}

/** The caller as a reader of runs and approvals: a person who judges a call must see what led to it. */
export function auditorOf(context: Context<{ Variables: AppVariables }>): Speaker {
  const speaker = speakerOf(context);
  return { ...speaker, seesAll: speaker.mayApprove };
}

/** The user a request is about: the caller. Only an admin may name someone else. */
export function targetUser({ name, role }: Caller, named: string | undefined): string {
  if (named === undefined || named === name) return name;
  if (includesRole(role, "admin")) return named;
  throw new DejimaError(
    "tool_not_allowed",
    `Cannot show data of ${named.slice(0, 100)} to ${name}: that needs the role admin`,
  );
}

/** Why a rule is changed, for the config: the caller did it today. */
export function reasonOf(context: Context<{ Variables: AppVariables }>): { why: string; by: string } {
  const by = context.get("caller").name;
  return { why: `by ${by}, ${new Date().toISOString().slice(0, 10)}`, by };
}

/** Refuses callers whose role is too low. */
export function requireRole(needed: Role): MiddlewareHandler<{ Variables: AppVariables }> {
  return async (context, next) => {
    const { name, role } = context.get("caller");
    if (includesRole(role, needed)) return next();
    return problem(
      context,
      new DejimaError(
        "forbidden",
        `Cannot do this as ${name}: it needs the role ${needed}, the token has ${role}`,
      ),
    );
  };
}

/**
 * Checks a model that a caller names: only one of a provider. A model file of this machine is for its user to
 * choose (`dejima model use`).
 */
export function requestedModel(name: string): string {
  if (!/^local:|\.gguf$/i.test(name)) return name;
  throw new DejimaError(
    "tool_not_allowed",
    "Cannot choose a file of the server for a model here: `dejima model use` chooses it there",
  );
}
