import { z } from "zod";
import { MAX_PROFILE_CHARACTERS, PROFILE_KEYS } from "../../../contract/profile-questions.ts";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import type { ProfileToolSources } from "./profile-sources.ts";
import { shownProfile } from "./shown-profile.ts";

/** Keeps one answer of the user about themselves. */
export function createUpdateUserProfile({ profiles, ownerOf }: ProfileToolSources): Tool {
  return defineTool({
    name: "update_user_profile",
    summary: "Keep what the user has told of themselves: name, language, time zone …",
    description: `Sets one line of the user's profile and returns the profile. Use it when the user says it of themselves; what is not among the keys belongs
into a memory. Example: {"key": "timezone", "value": "Asia/Shanghai"}`,
    category: "profile",
    risk: "low",
    flow: { keeps: "beyond the run" },
    input: () =>
      z.object({
        key: z.enum(PROFILE_KEYS).describe("Which line"),
        value: z
          .string()
          .trim()
          .min(1)
          .max(MAX_PROFILE_CHARACTERS)
          .describe("What the user said, in a few words"),
      }),
    async run({ key, value }, { runId, mark }) {
      const { user, untrusted } = await ownerOf(runId);
      return shownProfile(await (await profiles()).set(user, key, value, { untrusted }), mark);
    },
  });
}
