import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { replaceUserFile } from "../../../../config/edit/write-config.ts";
import { configJsonSchema } from "../../../../config/schema/config-json-schema.ts";
import { readableConfig } from "../../../../config/schema/readable-config.ts";
import { claimHome } from "../../../../config/trust/home-claim.ts";
import { offerConfig } from "../../../../config/trust/offer-config.ts";
import { trustConfig } from "../../../../config/trust/trust-record.ts";
import { DejimaError } from "../../../../contract/error.ts";
import { defined } from "../../../../support/defined.ts";
import { languageOfLocale } from "../../../../support/language-of.ts";
import { agreeToConfig, agreeToHome, describeHome, describeOffer } from "../../agree-to-config.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import { flag, oneOf } from "../../input/fields.ts";

const PRESETS = ["reading", "editing", "everything-asked"] as const;

type Preset = (typeof PRESETS)[number];

/** The tool families that a preset turns on, with a question for each call. */
const TURNED_ON: Readonly<Record<Preset, readonly string[]>> = {
  reading: [],
  editing: ["writing", "deleting"],
  "everything-asked": ["files", "network", "commands", "browser", "messages"],
};

const init = defineCommand({
  path: ["init"],
  summary: "Write a commented dejima.yaml into this folder",
  input: z.object({
    force: flag("replace the existing one"),
    preset: oneOf(PRESETS, "preset", "reading (default), editing or everything-asked: what is turned on"),
  }),
  examples: ["dejima init", "dejima init --preset editing"],
  async run({ output, cwd, variables }, options) {
    const file = join(cwd, "dejima.yaml");
    const isThere = await lstat(file).then(
      () => true,
      () => false,
    );
    if (isThere && options.force !== true)
      throw new DejimaError("conflict", `Cannot write "${file}": it already exists. --force replaces it`, {
        file,
      });
    const { configTemplate } = await import("../../../../config/schema/config-template.ts");
    const template = await withPreset(
      configTemplate(languageOfLocale(variables)),
      options.preset ?? "reading",
    );
    await replaceUserFile(file, template);
    // A config that the user writes is trusted. Without a home directory this cannot be stored, and is asked when it
    // matters.
    await trustConfig(variables, file, template).catch(() => undefined);
    output.data({ written: file }, () => output.say`Wrote ${file}. \`dejima doctor\` checks it.`);
    return 0;
  },
});

/** The template with the families of a preset turned on. Each call still asks. */
async function withPreset(template: string, preset: Preset): Promise<string> {
  if (TURNED_ON[preset].length === 0) return template;
  const { withRule } = await import("../../../../config/edit/edit-servers.ts");
  return TURNED_ON[preset].reduce(
    (text, rule) => withRule(text, rule, "confirm", `preset ${preset}`),
    template,
  );
}

const configShow = defineCommand({
  path: ["config", "show"],
  group: "Show, change and trust the config",
  summary: "Show the active config and which file each setting comes from, with secrets hidden",
  input: z.object({}),
  examples: ["dejima config show", "dejima config show --json"],
  async run({ runtime, output }) {
    const { settings, redactedConfig } = await runtime();
    const config = await redactedConfig();
    const { file, home, rules, user, team, origins = {} } = settings;
    const untrusted =
      rules === undefined ? {} : { untrustedRules: { confirm: rules.confirm, deny: rules.deny } };
    const own = user === undefined ? {} : { user: { file: user.file, permissions: user.permissions } };
    const shared =
      team === undefined ? {} : { team: { version: team.version, permissions: team.permissions } };
    const shown = { ...defined({ file }), home, config, origins, ...own, ...shared, ...untrusted };
    const { stringify } = await import("yaml");
    output.data(shown, () =>
      [
        `# ${file ?? output.say("no dejima.yaml: these are the defaults")}`,
        output.say`# home ${home}`,
        stringify(readableConfig(config)).trimEnd(),
        ...Object.entries(Object.groupBy(Object.entries(origins), ([, place]) => place)).map(
          ([place, keys = []]) => output.say`# from ${place}: ${keys.map(([key]) => key).join(", ")}`,
        ),
        ...(user === undefined
          ? []
          : [
              output.say`# your own rules, from ${user.file}`,
              stringify({ permissions: user.permissions }).trimEnd(),
            ]),
        ...(team === undefined
          ? []
          : [output.say`# rules of ${team.file}`, stringify({ permissions: team.permissions }).trimEnd()]),
        ...(rules === undefined
          ? []
          : [output.say("# rules of the untrusted file that already apply"), stringify(untrusted)]),
      ].join("\n"),
    );
    return 0;
  },
});

const configTrust = defineCommand({
  path: ["config", "trust"],
  summary: "Show what changed in dejima.yaml and trust it",
  input: z.object({
    yes: flag("you have read it; do not ask"),
  }),
  examples: ["dejima config trust"],
  async run(context, { yes }) {
    const { file, foreignHome } = await context.settings();
    if (file === undefined && foreignHome === undefined)
      throw new DejimaError(
        "invalid_input",
        "Cannot trust a config: there is no dejima.yaml here or above. `dejima init` writes one",
      );
    const home = foreignHome === undefined ? {} : await trustHome(context, foreignHome, yes);
    const config = file === undefined ? {} : await trustFile(context, file, yes);
    context.output.data({ ...home, ...config, trusted: true }, () =>
      [
        ...(foreignHome === undefined
          ? []
          : [context.output.say`${foreignHome} is used from now on, as long as it stays in place.`]),
        ...(file === undefined
          ? []
          : [
              context.output.say`${file} is trusted in its current form. You are asked again after a change.`,
            ]),
      ].join("\n"),
    );
    return 0;
  },
});

const configSchema = defineCommand({
  path: ["config", "schema"],
  summary: "Print the JSON Schema of dejima.yaml",
  input: z.object({}),
  examples: ["dejima config schema > dejima.schema.json"],
  async run({ output, variables }) {
    const schema = configJsonSchema(languageOfLocale(variables));
    output.data(schema, () => JSON.stringify(schema, null, 2));
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [init, configShow, configTrust, configSchema];

async function trustHome(
  context: CommandContext,
  home: string,
  yes: boolean | undefined,
): Promise<{ home: string }> {
  const { variables, output, interactive } = context;
  if (!interactive) output.note(await describeHome(home, output.say));
  if (yes !== true && !(interactive && (await agreeToHome(context, home))))
    throw new DejimaError(
      "approval_required",
      `Cannot use "${home}" without asking you: its grants, schedules, servers, skills and tokens would count as if you had made them. Look at it, then run \`dejima config trust --yes\``,
      { home },
    );
  claimHome(home, variables);
  return { home };
}

async function trustFile(context: CommandContext, file: string, yes: boolean | undefined): Promise<object> {
  const { settings, variables, output, interactive } = context;
  const { ignored } = await settings();
  const { text, ...offer } = await offerConfig(file, variables);
  const seen = { ...offer, ignored };
  const agreed =
    offer.doubt === undefined || yes === true || (interactive && (await agreeToConfig(context, seen)));
  if (!interactive && offer.doubt !== undefined) output.note(describeOffer(seen, output.say));
  if (!agreed)
    throw new DejimaError(
      "approval_required",
      `Cannot trust "${file}" without asking you: its rules, servers and addresses would apply as if you had written them. Read it, then run \`dejima config trust --yes\``,
      seen,
    );
  await trustConfig(variables, file, text);
  return seen;
}
