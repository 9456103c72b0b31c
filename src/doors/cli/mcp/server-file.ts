import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { CONFIG_FILE, loadConfig } from "../../../config/load-config.ts";
import { changeUserConfig, ownConfigFile, userConfigFile } from "../../../config/user-config.ts";
import { createRuntime, type Runtime } from "../../../runtime.ts";
import { defined } from "../../../support/defined.ts";
import type { CommandContext } from "../command.ts";

/** The config file in use, or the one that would be created here. With `user`, the user's own. */
export async function serverFile(
  { settings, cwd, variables }: CommandContext,
  { user = false }: { readonly user?: boolean } = {},
): Promise<string> {
  if (user) return ownConfigFile(variables);
  return (await settings()).file ?? join(cwd, CONFIG_FILE);
}

/** The text of the config. Empty if there is none yet. */
export async function readServers(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
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
  const { parseConfig } = await import("../../../config/parse-config.ts");
  parseConfig(text, basename(file), variables);
  const { writeConfig } = await import("../../../config/write-config.ts");
  await writeConfig(file, text, variables);
}

/** Writes the config and opens a runtime with it. The caller closes the runtime. */
export async function writeServers(context: CommandContext, file: string, text: string): Promise<Runtime> {
  await replaceConfig(context, file, text);
  return runtimeOf(context, file);
}

/** A runtime for a config that the user has just written. The caller closes it. */
export async function runtimeOf(context: CommandContext, file: string): Promise<Runtime> {
  const { home, file: project, named } = await context.settings();
  const { cwd, variables } = context;
  // The user's own config applies below the project's, whose trust stays as it was.
  const isOwn = file === userConfigFile(variables);
  const configFile = isOwn ? (named === true ? project : undefined) : file;
  const settings = await loadConfig({ cwd, home, variables, ...defined({ configFile }) });
  return createRuntime({ settings, variables });
}
