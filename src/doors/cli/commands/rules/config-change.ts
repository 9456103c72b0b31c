import { z } from "zod";
import {
  aboutSetting,
  isSecretSetting,
  settingSchema,
  settingValue,
} from "../../../../config/edit/setting-value.ts";
import { type ConfigPlace, configPlaces } from "../../../../config/places/config-places.ts";
import { readOwnConfig } from "../../../../config/trust/own-config.ts";
import { DejimaError } from "../../../../contract/error.ts";
import { shellWord } from "../../../../support/shell-word.ts";
import type { CommandContext } from "../../command.ts";
import { configEditor } from "../../config-editor.ts";
import { defineCommand } from "../../define-command.ts";
import type { Output } from "../../describe/output.ts";
import { EVERYWHERE, TEAM } from "../../input/fields.ts";

const wordsOf = ({ say }: Output) => ({
  environment: say("the environment, above every file"),
  project: say("this folder"),
  team: say("your team's, at every machine"),
  user: say("yours, in every folder"),
  models: say("the keys and the model that you chose, in every folder"),
  home: say("conversations, memories, schedules and the log of this folder"),
});

const where = defineCommand({
  path: ["config", "where"],
  summary: "List the config files in order, and what each one decides",
  input: z.object({}),
  examples: ["dejima config where", "dejima config where --json"],
  async run({ settings, variables, output }) {
    const places = configPlaces(await settings(), variables);
    output.data(places, () =>
      places
        .map((place) =>
          [output.shown(`${place.place}  (${wordsOf(output)[place.kind]})`), ...linesOf(place, output)].join(
            "\n  ",
          ),
        )
        .join("\n"),
    );
    return 0;
  },
});

function linesOf({ kind, exists, doubt, decides }: ConfigPlace, { say }: Output): string[] {
  if (!exists) return [kind === "home" ? say("is made when something is kept") : say("does not exist")];
  if (doubt !== undefined)
    return [say("is not trusted: it only tightens the rest. `dejima config trust` shows it")];
  if (kind === "home" || kind === "environment") return [];
  return [decides.length === 0 ? say("decides nothing") : say`decides ${decides.join(", ")}`];
}

const set = defineCommand({
  path: ["config", "set"],
  summary: "Change one setting of this folder's config; with --user, of your own, with --team, of the team's",
  input: z.object({ key: z.string(), values: z.array(z.string()).min(1), user: EVERYWHERE, team: TEAM }),
  arguments: ["key", "values"],
  examples: [
    "dejima config set persona kurisu --user",
    "dejima config set tools.timeout 60s",
    "dejima config set network.deny ads.example tracker.example --user",
    "dejima config set approvals.byOthers high --team",
  ],
  async run(context, { key, values, user, team }) {
    const path = key.split(".");
    const value = settingValue(key, values);
    if (key === "persona") await requirePersona(context, String(value));
    const change = { path, value, user, team };
    const { file, before } = await changeSetting(context, change).catch((error: unknown) => {
      throw aboutSetting(error, key, values);
    });
    context.output.data({ key, value, file }, () =>
      [
        context.output.say`${key}: ${values.join(", ")}, in ${file}.`,
        ...takingBack(change, before, context.output),
      ].join("\n"),
    );
    return 0;
  },
});

const unset = defineCommand({
  path: ["config", "unset"],
  summary: "Remove one setting from this folder's config, so that yours or the default applies",
  input: z.object({ key: z.string(), user: EVERYWHERE, team: TEAM }),
  arguments: ["key"],
  examples: ["dejima config unset persona --user"],
  async run(context, { key, user, team }) {
    settingSchema(key);
    const { file } = await changeSetting(context, { path: key.split("."), value: undefined, user, team });
    context.output.data({ key, file }, () => context.output.say`Removed ${key} from ${file}.`);
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [where, set, unset];

interface SettingChange {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly user: boolean;
  readonly team: boolean;
}

/** The command that restores the earlier value. None if no command can say it, or it is a secret. */
function takingBack({ path, user, team }: SettingChange, before: unknown, { say }: Output): string[] {
  const key = path.join(".");
  const flag = `${user ? " --user" : ""}${team ? " --team" : ""}`;
  if (before === undefined) return [say`To take it back: ${`dejima config unset ${key}${flag}`}`];
  const previous: readonly unknown[] = Array.isArray(before) ? before : [before];
  const isPlain = previous.length > 0 && previous.every((word) => typeof word !== "object");
  if (!isPlain || isSecretSetting(key)) return [];
  const words = previous.map((word) => shellWord(String(word)));
  return [say`To take it back: ${`dejima config set ${key} ${words.join(" ")}${flag}`}`];
}

/** Changes the setting. Returns the file, and the value that the file had before. */
async function changeSetting(
  context: CommandContext,
  change: SettingChange,
): Promise<{ readonly file: string; readonly before: unknown }> {
  const { path, value, user, team } = change;
  const { settingIn, withSetting, withoutSetting, editConfig, replaceConfig, chosenConfigFile } =
    await configEditor();
  const key = path.join(".");
  let before: unknown;
  const editIn = (file: string) => (text: string) => {
    before = settingIn(text, path);
    const next = value === undefined ? withoutSetting(text, path) : withSetting(text, path, value);
    if (next !== undefined) return next;
    throw new DejimaError("not_found", `Cannot remove ${key}: ${file} does not set it`);
  };
  if (user || team) {
    const file = await chosenConfigFile(context, { user, team });
    const words = `config ${value === undefined ? "unset" : "set"} ${key}`;
    await editConfig(context, file, { edit: editIn(file), change: words });
    return { file, before };
  }
  const settings = await context.settings();
  const { file, text } = await readOwnConfig(settings, { variables: context.variables, what: key });
  await replaceConfig(context, file, editIn(file)(text));
  return { file, before };
}

async function requirePersona({ runtime }: CommandContext, name: string): Promise<void> {
  const names = await (await runtime()).personas();
  if (names.includes(name)) return;
  throw new DejimaError("not_found", `Cannot find persona "${name}": there are ${names.join(", ")}`);
}
