/** What a caller may do, from least to most. */
export const ROLES = ["viewer", "user", "approver", "admin"] as const;

export type Role = (typeof ROLES)[number];

/** Who makes a request. */
export interface Caller {
  readonly name: string;
  readonly role: Role;
}

/** Whether a role includes another. */
export function includesRole(held: Role, needed: Role): boolean {
  return ROLES.indexOf(held) >= ROLES.indexOf(needed);
}
