import { join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { visibleLine } from "../../../text/visible-text.ts";
import type { CommandContext, RunCommand } from "../command.ts";
import { confirm } from "../terminal/confirm.ts";

/** `dejima tool trust` */
export const run: RunCommand = async (context, { options }) => {
  const { settings, runtime, output, interactive } = context;
  const folder = join((await settings()).home, "tools");
  const { ownTools: own } = await runtime();
  const held = (await own.folders()).find((one) => one.folder === folder);
  if (held === undefined)
    throw new DejimaError(
      "invalid_input",
      `Cannot trust "${folder}": no tool files lie there. \`dejima tool new\` begins one`,
    );
  const files = held.files.map(({ file }) => file);
  const agreed =
    held.trusted || options.yes === true || (interactive && (await agree(context, folder, files)));
  if (!agreed)
    throw new DejimaError(
      "approval_required",
      `Cannot trust "${folder}" unasked: its ${files.length} files would run inside Dejima with your rights. Read them, then pass --yes`,
      { folder, files },
    );
  await own.trust(folder);
  output.data(
    { folder, files, trusted: true },
    () => `The files of ${folder} run from now on: ${files.join(", ")}`,
  );
  return 0;
};

async function agree(context: CommandContext, folder: string, files: readonly string[]): Promise<boolean> {
  const text = `Tool files of ${visibleLine(folder)}: ${visibleLine(files.join(", "))}`;
  return confirm(context, "Let them run inside Dejima, with your rights?", text);
}
