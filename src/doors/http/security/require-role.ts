import type { MiddlewareHandler } from "hono";
import { includesRole, type Role } from "../../../access/roles.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { AppVariables } from "../app-context.ts";
import { problem } from "../problem.ts";

/** Turns callers away whose role is too small. */
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
