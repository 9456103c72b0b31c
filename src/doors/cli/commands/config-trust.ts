import { trustedFolders } from "../../../config/trusted-folders.ts";
import { DejimaError } from "../../../contract/error.ts";
import { visibleText } from "../../../text/visible-text.ts";
import type { RunCommand } from "../command.ts";
import { confirm } from "../terminal/confirm.ts";

/** `dejima config trust` */
export const run: RunCommand = async (context, { options }) => {
  const { settings, variables, output, interactive } = context;
  const { file, base, held, trusted } = await settings();
  if (file === undefined)
    throw new DejimaError(
      "invalid_input",
      "Cannot trust a config: there is no dejima.yaml here or above. `dejima init` writes one",
    );
  const agreed = trusted || options.yes === true || (interactive && (await confirm(context, question(file))));
  if (!agreed)
    throw new DejimaError(
      "approval_required",
      `Cannot trust "${file}" unasked: its rules, servers and addresses would hold as if you had written them. Read it, then pass --yes`,
      { file, held },
    );
  await trustedFolders(variables).add(base);
  output.data(
    { file, trusted: true, held },
    () => `All of ${file} is used from now on, also when it changes.`,
  );
  return 0;
};

function question(file: string): string {
  return `Use ${visibleText(file)} as if you had written it: its rules, servers and addresses?`;
}
