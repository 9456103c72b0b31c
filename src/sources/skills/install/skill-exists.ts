import { DejimaError } from "../../../contract/error.ts";

/** The refusal of a name that is taken, with what would work. */
export function skillExists(name: string): DejimaError {
  return new DejimaError(
    "skill_exists",
    `Cannot install skill "${name}": a skill with this name exists; uninstall it first, or update it`,
    { name },
  );
}
