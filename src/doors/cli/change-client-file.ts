import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { replaceUserFile } from "../../config/edit/write-config.ts";
import { DejimaError } from "../../contract/error.ts";
import { errnoOf } from "../../support/disk/errno.ts";
import { filePatch } from "../../text/file-patch.ts";
import type { CommandContext } from "./command.ts";
import { EXIT } from "./describe/exit-code.ts";
import { confirm } from "./terminal/confirm.ts";

interface ClientFile {
  readonly file: string;
  /** The display name of the program that reads the file. */
  readonly title: string;
  /** Write without asking. */
  readonly yes: boolean;
}

/**
 * Changes a config file of another program after the person has seen the change. Removes a file that becomes
 * empty.
 */
export async function changeClientFile(
  context: CommandContext,
  { file, title, yes }: ClientFile,
  edit: (text: string) => string,
): Promise<number> {
  const { output } = context;
  const before = await readText(file);
  const after = edit(before);
  if (before === after) {
    output.data({ file, changed: false }, () => output.say`${file} needs no change.`);
    return EXIT.done;
  }
  const difference = await filePatch(file, [before, after], { labels: ["now", "then"] });
  if (yes || context.interactive) output.note(difference);
  if (!yes && !(context.interactive && (await confirm(context, output.say`Write ${file}?`)))) {
    output.data(
      { file, changed: false, change: difference },
      () => `${difference}\n${output.say("Nothing was written; --yes writes it.")}`,
    );
    return EXIT.denied;
  }
  if (after === "") await rm(file, { force: true });
  else {
    await mkdir(dirname(file), { recursive: true });
    await replaceUserFile(file, after);
  }
  output.data({ file, changed: true }, () =>
    after === ""
      ? output.say`Removed ${file}. Restart ${title} to use it.`
      : output.say`Wrote ${file}. Restart ${title} to use it.`,
  );
  return EXIT.done;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    if (errnoOf(cause) === "ENOENT") return "";
    throw new DejimaError("io_error", `Cannot read "${file}": ${cause.message}`, { file }, { cause });
  }
}
