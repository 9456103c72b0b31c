import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { trustConfig } from "../../src/config/trust-record.ts";

/** Accepts the dejima.yaml of a folder as its user would, in the state folder that these variables name. */
export async function trustFolder(
  folder: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const file = join(folder, "dejima.yaml");
  await trustConfig(variables, file, await readFile(file, "utf8"));
}
