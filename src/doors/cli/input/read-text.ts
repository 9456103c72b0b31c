import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { thrownText } from "../../../support/thrown-text.ts";

const WHY: Readonly<Record<string, string>> = {
  ENOENT: "file not found",
  EISDIR: "it is a folder",
  EACCES: "you may not read it",
};

interface ReadOptions {
  readonly cwd: string;
  /** What to do instead if the file is not found. */
  readonly instead?: string;
}

/** Reads a text file that a person named. `what` names its purpose in errors. */
export async function readText(what: string, file: string, { cwd, instead }: ReadOptions): Promise<string> {
  try {
    return await readFile(resolve(cwd, file), "utf8");
  } catch (cause) {
    const { code = "" } = cause as { code?: string }; // errors of the file system have a code
    const why = Object.hasOwn(WHY, code) ? WHY[code] : thrownText(cause);
    throw new DejimaError(
      "not_found",
      `Cannot read ${what} "${file}": ${why}${code === "ENOENT" && instead !== undefined ? `. ${instead}` : ""}`,
      {},
      { cause },
    );
  }
}
