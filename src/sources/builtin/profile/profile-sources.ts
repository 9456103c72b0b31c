import type { FindRunOwner } from "../../../contract/run-owner.ts";
import type { Profiles } from "../../../profile/profiles.ts";

/** What the tools of the profile work with; the runtime hands it over. */
export interface ProfileToolSources {
  profiles(): Promise<Profiles>;
  readonly ownerOf: FindRunOwner;
}
