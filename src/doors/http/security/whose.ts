import { type Caller, includesRole } from "../../../access/roles.ts";
import { DejimaError } from "../../../contract/error.ts";

/** Whose things a request is about: the caller's own. Only an admin may name somebody else. */
export function whose({ name, role }: Caller, named: string | undefined): string {
  if (named === undefined || named === name) return name;
  if (includesRole(role, "admin")) return named;
  throw new DejimaError(
    "tool_not_allowed",
    `Cannot look at what belongs to ${named.slice(0, 100)} as ${name}: it needs the role admin`,
  );
}
