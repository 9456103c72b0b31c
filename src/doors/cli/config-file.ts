import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { CONFIG_FILE, loadConfig } from "../../config/load-config.ts";
import { changeUserConfig, ownConfigFile, userConfigFile } from "../../config/places/user-config.ts";
import { DejimaError } from "../../contract/error.ts";
import { createRuntime, type Runtime } from "../../runtime.ts";
import { defined } from "../../support/defined.ts";
import { errnoOf } from "../../support/disk/errno.ts";
import { accountName } from "../../support/process/account.ts";
import { describeReload } from "../../text/describe-reload.ts";
import { visibleText } from "../../text/visible-text.ts";
import { TEAM_CONFIG } from "../../wiring/settings/config-writer.ts";
import type { CommandContext } from "./command.ts";

/** The config file in use, or the one that would be created here. With `user`, the user's own; with `team`, the team's. */
export async function chosenConfigFile(
  { settings, cwd, variables }: CommandContext,
  { user = false, team = false }: { readonly user?: boolean; readonly team?: boolean } = {},
): Promise<string> {
  if (user && team)
    throw new DejimaError("invalid_input", "Cannot change two configs at once: pass --user or --team");
  if (team) return TEAM_CONFIG;
  if (user) return ownConfigFile(variables);
  return (await settings()).file ?? join(cwd, CONFIG_FILE);
}

/** The text of the config. Empty if there is none yet. */
export async function readConfigText(context: CommandContext, file: string): Promise<string> {
  if (file === TEAM_CONFIG) return (await (await context.runtime()).teamConfig.current())?.text ?? "";
  return readFile(file, "utf8").catch((error) => {
    if (errnoOf(error) === "ENOENT") return "";
    throw error;
  });
}

/** Writes a changed config if it is valid. Otherwise changes nothing. */
export async function replaceConfig(
  { variables }: CommandContext,
  file: string,
  text: string,
): Promise<void> {
  if (file === userConfigFile(variables)) {
    await changeUserConfig(variables, () => text);
    return;
  }
  const { parseConfig } = await import("../../config/parse-config.ts");
  parseConfig(text, basename(file), variables);
  const { writeConfig } = await import("../../config/edit/write-config.ts");
  await writeConfig(file, text, variables);
}

/** Changes the text of a config, unless the result is invalid. `change` says in words what is changed. */
export async function editConfig(
  context: CommandContext,
  file: string,
  { edit, change }: { readonly edit: (text: string) => string; readonly change: string },
): Promise<void> {
  if (file !== TEAM_CONFIG) return replaceConfig(context, file, edit(await readConfigText(context, file)));
  const { report } = await (await context.runtime()).teamConfig.change(edit, { by: accountName(), change });
  const options = { command: "dejima", language: context.output.say.language };
  const text = report === undefined ? "" : describeReload({ ...report, applied: [] }, options);
  if (text !== "") context.output.note(visibleText(text));
}

/** A runtime for a config that the user has just written. The caller closes it. */
export async function runtimeOf(context: CommandContext, file: string): Promise<Runtime> {
  const { home, file: project, named } = await context.settings();
  const { cwd, variables } = context;
  // The user's own config applies below the project's, whose trust stays as it was.
  const isOwn = file === userConfigFile(variables);
  const isFolders = !isOwn && file !== TEAM_CONFIG;
  const configFile = !isFolders ? (named === true ? project : undefined) : file;
  const settings = await loadConfig({ cwd, home, variables, ...defined({ configFile }) });
  return createRuntime({ settings, variables });
}
