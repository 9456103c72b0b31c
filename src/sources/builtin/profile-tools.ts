import { z } from "zod";
import type { FindRunOwner } from "../../contract/run.ts";
import type { Tool, ToolContext } from "../../contract/tool.ts";
import { MAX_PROFILE_CHARACTERS, PROFILE_KEYS, type Profile } from "../../contract/user/profile.ts";
import type { Profiles } from "../../profile/profiles.ts";
import { defineTool } from "../../tool/define-tool.ts";

/** What the profile tools work with. */
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

/** Returns what the user said about themselves. */
function createGetUserProfile({ profiles, ownerOf }: ProfileToolSources): Tool {
  return defineTool({
    name: "get_user_profile",
    summary: "Show what the user said about themselves, and which questions are open",
    description: `Returns {profile, skipped, questions}: what is known, what the user does not want to be asked, and what could be asked. Ask at most one
open question in a conversation, and only where the answer would help.`,
    category: "profile",
    risk: "low",
    input: () => z.object({}),
    async run(_input, { runId, mark }) {
      const { user } = await ownerOf(runId);
      const of = await profiles();
      return shownProfile(await of.get(user), { of, user, mark });
    },
  });
}

/** Saves one answer of the user about themselves. */
function createUpdateUserProfile({ profiles, ownerOf }: ProfileToolSources): Tool {
  return defineTool({
    name: "update_user_profile",
    summary: "Save what the user says about themselves: name, language, time zone …",
    description: `Sets one line of the user's profile and returns the profile. Use it when the user says so about themselves; anything that is not one of the keys
belongs in a memory. Example: {"key": "timezone", "value": "Asia/Shanghai"}`,
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
    question: async ({ key, value }) => ({
      en: `Save "${value}" as ${key} in your profile?`,
      zh: `把“${value}”记为个人资料中的 ${key}？`,
    }),
    consequence: {
      en: "Changes one line of your profile; you can change it again.",
      zh: "会改动个人资料的一行，之后可以再改。",
    },
    async run({ key, value }, { runId, mark, inputSources }) {
      const { user } = await ownerOf(runId);
      const of = await profiles();
      const set = await of.set(user, key, value, { untrusted: inputSources, runId });
      return shownProfile(set, { of, user, mark });
    },
  });
}

/** Records that the user does not want to be asked a question. */
function createSkipProfileQuestion({ profiles, ownerOf }: ProfileToolSources): Tool {
  return defineTool({
    name: "skip_profile_question",
    summary: "Never again ask a question that the user does not want to answer",
    description: `Marks one line of the profile as never to be asked about, deletes its value, and returns the profile.`,
    category: "profile",
    risk: "low",
    flow: { keeps: "beyond the run" },
    input: () => z.object({ key: z.enum(PROFILE_KEYS).describe("Which line") }),
    question: async ({ key }) => ({
      en: `Never ask about ${key} again, and delete it from your profile?`,
      zh: `以后不再询问 ${key}，并从个人资料中删除？`,
    }),
    consequence: {
      en: "Deletes one line of your profile; you can fill it in again.",
      zh: "会删除个人资料的一行，之后可以再填。",
    },
    async run({ key }, { runId, mark }) {
      const { user } = await ownerOf(runId);
      const of = await profiles();
      return shownProfile(await of.skip(user, key), { of, user, mark });
    },
  });
}

/** A profile as a model sees it. Each line with other people's words marks the run with their source. */
async function shownProfile(
  { values, skipped, open }: Profile,
  { of, user, mark }: { of: Profiles; user: string; mark: ToolContext["mark"] },
) {
  for (const { value, untrusted } of await of.marked(user))
    mark(untrusted, { through: "the profile", values: value });
  return { profile: values, skipped, questions: open.map(({ key, question }) => ({ key, ...question })) };
}
