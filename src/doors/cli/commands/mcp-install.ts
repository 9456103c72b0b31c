import { mkdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { createTwoFilesPatch } from "diff";
import { replaceFile } from "../../../config/replace-file.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { CommandContext, RunCommand } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { CLIENTS, clientFiles, isClient, withDejima } from "../mcp/clients.ts";
import { confirm } from "../terminal/confirm.ts";

/** `dejima mcp install claude|cursor|vscode` */
export const run: RunCommand = async (context, { arguments: [client = ""], options }) => {
  const { cwd, output, settings } = context;
  if (!isClient(client))
    throw new DejimaError(
      "invalid_input",
      `Cannot install into "${client}": there are ${CLIENTS.join(", ")}`,
    );
  const [project = "", user = ""] = clientFiles(client, { cwd, home: homedir() });
  const file = options.user === true ? user : project;
  const before = await readFile(file, "utf8").catch((error) => {
    if (error.code === "ENOENT") return "";
    throw new DejimaError("io_error", `Cannot read "${file}": ${error.message}`, { file }, { cause: error });
  });
  const config = (await settings()).file;
  const own = [process.execPath, process.argv[1] ?? "dejima"];
  const after = withDejima(before, client, [
    ...own,
    ...(config === undefined ? [] : ["--config", config]),
    "mcp",
    "serve",
  ]);
  const change = createTwoFilesPatch(file, file, before, after, "now", "then");
  if (before === after) {
    output.data({ file, changed: false }, () => `${file} has it already.`);
    return EXIT.done;
  }
  if (options.yes === true || context.interactive) output.note(change);
  if (options.yes === true || (await agrees(context, file))) {
    await mkdir(dirname(file), { recursive: true });
    await replaceFile(file, after);
    output.data({ file, changed: true }, () => `Wrote ${file}. Start ${client} anew to use it.`);
  } else {
    output.data({ file, changed: false, change }, () => `${change}\nNothing was written; --yes writes it.`);
    return EXIT.denied;
  }
  return EXIT.done;
};

async function agrees(context: CommandContext, file: string): Promise<boolean> {
  return context.interactive && confirm(context, `Write ${file}?`);
}
