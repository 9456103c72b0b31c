import type { Context } from "hono";
import { includesRole } from "../../access/roles.ts";
import type { Speaker } from "../../runtime.ts";
import type { AppVariables } from "./app-context.ts";

/** The caller as the conversations know people: each has their own, and admins see all. */
export function speakerOf(context: Context<{ Variables: AppVariables }>): Speaker {
  const { name, role } = context.get("caller");
  return {
    user: name,
    door: "http",
    mayApprove: includesRole(role, "approver"),
    seesAll: includesRole(role, "admin"),
  };
}

/** The caller as runs and approvals are shown: who is to judge a call must see what led to it. */
export function auditorOf(context: Context<{ Variables: AppVariables }>): Speaker {
  const speaker = speakerOf(context);
  return { ...speaker, seesAll: speaker.mayApprove };
}
