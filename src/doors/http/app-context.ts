import type { Caller } from "../../access/roles.ts";

/** What every handler finds in its context. */
export interface AppVariables {
  readonly caller: Caller;
}
