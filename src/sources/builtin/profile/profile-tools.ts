import type { FindRunOwner } from "../../../contract/run-owner.ts";
import type { Tool } from "../../../contract/tool.ts";
import type { Profiles } from "../../../profile/profiles.ts";
import { createGetUserProfile } from "./get-user-profile.ts";
import { createSkipProfileQuestion } from "./skip-profile-question.ts";
import { createUpdateUserProfile } from "./update-user-profile.ts";

/** What the tools of the profile work with; the runtime hands it over. */
export interface ProfileToolSources {
  profiles(): Promise<Profiles>;
  readonly ownerOf: FindRunOwner;
}

/** The tools of the profile family. */
export function profileTools(sources: ProfileToolSources): Tool[] {
  return [
    createGetUserProfile(sources),
    createUpdateUserProfile(sources),
    createSkipProfileQuestion(sources),
  ];
}
