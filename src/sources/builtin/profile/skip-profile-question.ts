import { z } from "zod";
import { PROFILE_KEYS } from "../../../contract/profile-questions.ts";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import type { ProfileToolSources } from "./profile-sources.ts";
import { shownProfile } from "./shown-profile.ts";

/** Keeps that the user does not want to be asked something. */
export function createSkipProfileQuestion({ profiles, ownerOf }: ProfileToolSources): Tool {
  return defineTool({
    name: "skip_profile_question",
    summary: "Never again ask a question that the user does not want to answer",
    description: `Marks one line of the profile as not to be asked for, erases what was known of it, and returns the profile.`,
    category: "profile",
    risk: "low",
    flow: { keeps: "beyond the run" },
    input: () => z.object({ key: z.enum(PROFILE_KEYS).describe("Which line") }),
    async run({ key }, { runId, mark }) {
      const { user } = await ownerOf(runId);
      return shownProfile(await (await profiles()).skip(user, key), mark);
    },
  });
}
