import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { CONFIG_FILE, loadConfig } from "../../../config/load-config.ts";
import { createRuntime, type Runtime } from "../../../runtime.ts";
import type { CommandContext } from "../command.ts";

/** The config file that holds, or the one that would be made here. */
export async function serverFile({ settings, cwd }: CommandContext): Promise<string> {
  return (await settings()).file ?? join(cwd, CONFIG_FILE);
}

/** The text of the config; empty when there is none yet. */
export async function readServers(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  });
}

/** Writes a changed config, unless it would no longer hold: then nothing is changed. */
export async function replaceConfig(
  { variables }: CommandContext,
  file: string,
  text: string,
): Promise<void> {
  const { parseConfig } = await import("../../../config/parse-config.ts");
  parseConfig(text, basename(file), variables);
  const { writeConfig } = await import("../../../config/write-config.ts");
  await writeConfig(file, text, variables);
}

/** Writes the config and gives a runtime that holds to it. Its caller closes it. */
export async function writeServers(context: CommandContext, file: string, text: string): Promise<Runtime> {
  const { home } = await context.settings();
  const { cwd, variables } = context;
  await replaceConfig(context, file, text);
  return createRuntime({ settings: await loadConfig({ cwd, configFile: file, home, variables }), variables });
}
