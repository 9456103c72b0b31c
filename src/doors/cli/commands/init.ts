import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CONFIG_TEMPLATE } from "../../../config/config-template.ts";
import { trustedFolders } from "../../../config/trusted-folders.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";

/** `dejima init` */
export const run: RunCommand = async ({ output, cwd, variables }, { options }) => {
  const file = join(cwd, "dejima.yaml");
  try {
    await writeFile(file, CONFIG_TEMPLATE, { flag: options.force === true ? "w" : "wx" });
  } catch (cause) {
    const exists = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
    if (exists)
      throw new DejimaError("conflict", `Cannot write "${file}": it is there already. --force replaces it`, {
        file,
      });
    throw new DejimaError(
      "io_error",
      `Cannot write "${file}": ${cause instanceof Error ? cause.message : cause}`,
      { file },
    );
  }
  // Whoever writes a config trusts it; without a home directory that cannot be kept, and is asked for when it matters.
  await trustedFolders(variables)
    .add(cwd)
    .catch(() => undefined);
  output.data({ written: file }, () => `Wrote ${file}. \`dejima doctor\` checks it.`);
  return 0;
};
