import { readFile, realpath, stat } from "node:fs/promises";
import { DejimaError } from "../../contract/error.ts";
import { replaceFile } from "../../support/disk/replace-file.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { EnvironmentVariables } from "../substitute-environment.ts";
import { judgeConfig } from "../trust/judge-config.ts";
import { trustConfig } from "../trust/trust-record.ts";

/** Writes a config for its user. A trusted config stays trusted; a new one is trusted as the user's own. */
export async function writeConfig(
  file: string,
  text: string,
  variables: EnvironmentVariables,
): Promise<void> {
  const before = await readFile(file, "utf8").catch(() => undefined);
  const trusted = before === undefined || (await judgeConfig(file, before, variables)).doubt === undefined;
  await replaceUserFile(file, text);
  // Without a home directory trust cannot be recorded; the next start says so.
  if (trusted) await trustConfig(variables, file, text).catch(() => undefined);
}

/** Replaces a file of the user atomically. Keeps links, and the owner and mode of the file. */
export async function replaceUserFile(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  try {
    const like = await stat(target).catch(() => undefined);
    await replaceFile(target, text, { mode: like?.mode ?? 0o644, like });
  } catch (cause) {
    const reason = thrownText(cause);
    throw new DejimaError("io_error", `Cannot write "${file}": ${reason}`, { file }, { cause });
  }
}
