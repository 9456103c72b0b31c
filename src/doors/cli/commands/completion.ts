import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";
import { completionScript, SHELLS, type Shell } from "../completion-script.ts";

/** `dejima completion SHELL` */
export const run: RunCommand = async ({ output, commands }, { arguments: [shell = ""] }) => {
  if (!(SHELLS as readonly string[]).includes(shell)) {
    throw new DejimaError(
      "invalid_input",
      `Cannot complete for "${shell}": there are scripts for ${SHELLS.join(", ")}`,
    );
  }
  const script = completionScript(shell as Shell, commands);
  output.data({ shell, script }, () => script);
  return 0;
};
