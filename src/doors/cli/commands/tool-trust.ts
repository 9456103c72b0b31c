import { join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";

/** `dejima tool trust` */
export const run: RunCommand = async ({ settings, runtime, output, interactive }, { options }) => {
  const folder = join((await settings()).home, "tools");
  const own = await (await runtime()).ownTools();
  const held = own.folders().find((one) => one.folder === folder);
  if (held === undefined)
    throw new DejimaError(
      "invalid_input",
      `Cannot trust "${folder}": no tool files lie there. \`dejima tool new\` begins one`,
    );
  const files = held.files.map(({ file }) => file);
  const agreed = held.trusted || options.yes === true || (interactive && (await agree(folder, files)));
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

async function agree(folder: string, files: readonly string[]): Promise<boolean> {
  const { confirm } = await import("@clack/prompts");
  const message = `Let these files of ${folder} run inside Dejima, with your rights? ${files.join(", ")}`;
  return (await confirm({ message, initialValue: false })) === true;
}
