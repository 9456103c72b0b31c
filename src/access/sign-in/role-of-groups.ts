import { ROLES, type Role } from "../tokens.ts";

/** Which groups of the identity provider have which role. `*` means everybody who can sign in. */
export type RoleGroups = Readonly<Partial<Record<Role, readonly string[] | undefined>>>;

const MAX_GROUPS = 1_000;

/** The groups in a claim: a list, or one name. `path` may lead into objects, as `realm_access.roles` does. */
export function groupsOf(claims: Readonly<Record<string, unknown>>, path: string): readonly string[] {
  let value: unknown = Object.hasOwn(claims, path) ? claims[path] : claims;
  if (value === claims)
    for (const part of path.split(".")) {
      const inside: unknown = value;
      value =
        typeof inside === "object" && inside !== null && Object.hasOwn(inside, part)
          ? Reflect.get(inside, part)
          : undefined;
    }
  const names = Array.isArray(value) ? value.slice(0, MAX_GROUPS) : [value];
  return names.filter((name) => typeof name === "string" && name !== "");
}

/** The highest role of these groups. `undefined` if none of them has one. */
export function roleOfGroups(groups: readonly string[], roles: RoleGroups): Role | undefined {
  return ROLES.findLast((role) =>
    (roles[role] ?? []).some((group) => group === "*" || groups.includes(group)),
  );
}
