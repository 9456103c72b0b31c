import { includesRole, type Role } from "../tokens.ts";

/** What a client may do for its user: use tools, and pass on the user's answers to questions. */
export const SCOPES = ["tools", "approvals"] as const;

export type Scope = (typeof SCOPES)[number];

/** The known scopes of a request. A client that names none of them may use tools. */
export function parseScopes(text: string | undefined): readonly Scope[] {
  const words = text?.split(" ") ?? [];
  const known = SCOPES.filter((scope) => words.includes(scope));
  return known.length === 0 ? ["tools"] : known;
}

/**
 * The role of a client: never more than its user's current one, and never admin. `undefined` if the user may
 * not use tools.
 */
export function roleOf(scopes: readonly Scope[], user: Role): Role | undefined {
  if (!includesRole(user, "user")) return undefined;
  return scopes.includes("approvals") && includesRole(user, "approver") ? "approver" : "user";
}
