import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import type { ProfileToolSources } from "./profile-sources.ts";
import { shownProfile } from "./shown-profile.ts";

/** Shows what the user has told of themselves. */
export function createGetUserProfile({ profiles, ownerOf }: ProfileToolSources): Tool {
  return defineTool({
    name: "get_user_profile",
    summary: "Show what the user has told of themselves, and what is still open",
    description: `Returns {profile, skipped, questions}: what is known, what the user does not want to be asked, and what could be asked. Ask at most one
open question in a conversation, and only where the answer would help.`,
    category: "profile",
    risk: "low",
    input: () => z.object({}),
    async run(_input, { runId, mark }) {
      const { user } = await ownerOf(runId);
      return shownProfile(await (await profiles()).get(user), mark);
    },
  });
}
