import type { Tool } from "../../../contract/tool.ts";
import { createGetUserProfile } from "./get-user-profile.ts";
import type { ProfileToolSources } from "./profile-sources.ts";
import { createSkipProfileQuestion } from "./skip-profile-question.ts";
import { createUpdateUserProfile } from "./update-user-profile.ts";

/** The tools of the profile family. */
export function profileTools(sources: ProfileToolSources): Tool[] {
  return [
    createGetUserProfile(sources),
    createUpdateUserProfile(sources),
    createSkipProfileQuestion(sources),
  ];
}
