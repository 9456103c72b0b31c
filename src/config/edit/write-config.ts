import { open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { DejimaError } from "../../contract/error.ts";
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
  await replaceFile(file, text);
  // Without a home directory trust cannot be recorded; the next start says so.
  if (trusted) await trustConfig(variables, file, text).catch(() => undefined);
}

/**
 * Replaces a file atomically: after a crash it is complete, either the old or the new one. Keeps links,
 * and the owner and mode of the file.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const beside = `${target}.${process.pid}.new`;
  try {
    const before = await stat(target).catch(() => undefined);
    const handle = await open(beside, "w", before?.mode ?? 0o644);
    try {
      if (before !== undefined) {
        await handle.chmod(before.mode);
        await handle.chown(before.uid, before.gid).catch(() => undefined); // only root can give files away
      }
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, target);
  } catch (cause) {
    await rm(beside, { force: true }).catch(() => undefined);
    const reason = thrownText(cause);
    throw new DejimaError("io_error", `Cannot write "${file}": ${reason}`, { file }, { cause });
  }
}
