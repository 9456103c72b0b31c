import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { CONFIG_TEMPLATE } from "../../../config/config-template.ts";
import { replaceFile } from "../../../config/replace-file.ts";
import { trustConfig } from "../../../config/trust-record.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";

/** `dejima init` */
export const run: RunCommand = async ({ output, cwd, variables }, { options }) => {
  const file = join(cwd, "dejima.yaml");
  const isThere = await lstat(file).then(
    () => true,
    () => false,
  );
  if (isThere && options.force !== true)
    throw new DejimaError("conflict", `Cannot write "${file}": it is there already. --force replaces it`, {
      file,
    });
  await replaceFile(file, CONFIG_TEMPLATE);
  // Whoever writes a config trusts it; without a home directory that cannot be kept, and is asked for when it matters.
  await trustConfig(variables, file, CONFIG_TEMPLATE).catch(() => undefined);
  output.data({ written: file }, () => `Wrote ${file}. \`dejima doctor\` checks it.`);
  return 0;
};
