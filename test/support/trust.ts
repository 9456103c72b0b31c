import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { trustConfig } from "../../src/config/trust/trust-record.ts";

/** Lets commands with a home directory of their own share the compiled code of this machine: they start faster. */
export const SHARED_CACHE = { XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache") };

/** Accepts the dejima.yaml of a folder as its user would, in the state folder that these variables name. */
export async function trustFolder(
  folder: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const file = join(folder, "dejima.yaml");
  await trustConfig(variables, file, await readFile(file, "utf8"));
}
