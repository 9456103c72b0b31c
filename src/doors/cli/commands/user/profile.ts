import { z } from "zod";
import type { Profile } from "../../../../contract/user/profile.ts";
import { localTime } from "../../../../contract/words/local-time.ts";
import { defineCommand } from "../../define-command.ts";
import { USER } from "../../input/fields.ts";
import type { Say } from "../../words/say.ts";

const profileShow = defineCommand({
  path: ["profile", "show"],
  group: "Show, change and delete your profile",
  summary: "Show your profile, and where each line comes from",
  input: z.object({
    user: USER,
  }),
  examples: ["dejima profile show", "dejima profile show --json"],
  async run({ runtime, output }, { user }) {
    const profile = await (await runtime()).profiles.get(user);
    const { values, origins, skipped, open } = profile;
    output.data(profile, () =>
      output.table([
        ...Object.entries(values).map(([key, value]) => [
          key,
          output.shown(value),
          output.style("dim", output.shown(originText(origins[key as keyof typeof origins], output.say))), // one of its own keys
        ]),
        ...skipped.map((key) => [key, output.style("dim", output.say("not to be asked"))]),
        ...open.map(({ key, question }) => [key, output.style("dim", question[output.say.language])]),
      ]),
    );
    return 0;
  },
});

/** Where a line comes from, in words. */
function originText(origin: Profile["origins"]["name"], say: Say): string {
  if (origin === undefined) return "";
  const { at, runId, untrusted } = origin;
  const who = runId === undefined ? say("you wrote it") : say`from the conversation of run ${runId}`;
  const read = untrusted.length === 0 ? "" : say`, after reading ${untrusted.join("; ")}`;
  return `${who}${read}, ${localTime(at)}`;
}

const profileSet = defineCommand({
  path: ["profile", "set"],
  summary: "Set a line of your profile",
  input: z.object({
    key: z.string(),
    value: z.array(z.string()),
    user: USER,
  }),
  arguments: ["key", "value"],
  examples: ["dejima profile set name Ada", "dejima profile set timezone Asia/Shanghai"],
  async run({ runtime, output }, { key, value, user }) {
    const profile = await (await runtime()).profiles.set(user, key, value.join(" "));
    output.data(profile, () => output.say`${key} is set`);
    return 0;
  },
});

const profileErase = defineCommand({
  path: ["profile", "erase"],
  summary: "Delete one field of your profile, or all of it",
  input: z.object({
    key: z.string().optional(),
    user: USER,
  }),
  arguments: ["key"],
  examples: ["dejima profile erase location", "dejima profile erase"],
  async run({ runtime, output }, { key, user }) {
    const erased = await (await runtime()).profiles.erase(user, key);
    output.data({ erased }, () =>
      erased.length === 0 ? output.say("Nothing to delete") : output.say`Erased ${erased.join(", ")}`,
    );
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [profileShow, profileSet, profileErase];
