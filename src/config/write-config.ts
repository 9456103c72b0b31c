import { readFile } from "node:fs/promises";
import { judgeConfig } from "./judge-config.ts";
import { replaceFile } from "./replace-file.ts";
import type { EnvironmentVariables } from "./substitute-environment.ts";
import { trustConfig } from "./trust-record.ts";

/** Writes a config for its user. One that was trusted stays so, and one that begins here is the user's own. */
export async function writeConfig(
  file: string,
  text: string,
  variables: EnvironmentVariables,
): Promise<void> {
  const before = await readFile(file, "utf8").catch(() => undefined);
  const trusted = before === undefined || (await judgeConfig(file, before, variables)).doubt === undefined;
  await replaceFile(file, text);
  // Without a home directory nothing can be remembered, and the next start says so.
  if (trusted) await trustConfig(variables, file, text).catch(() => undefined);
}
