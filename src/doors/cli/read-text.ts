import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { thrownText } from "../../support/thrown-text.ts";

const WHY: Readonly<Record<string, string>> = {
  ENOENT: "file not found",
  EISDIR: "it is a folder",
  EACCES: "you may not read it",
};

interface ReadOptions {
  readonly cwd: string;
  /** What would work if the file is not found. */
  readonly instead?: string;
}

/** Reads a text file that a person named; `what` says in the error what it was to be. */
export async function readText(what: string, file: string, { cwd, instead }: ReadOptions): Promise<string> {
  try {
    return await readFile(resolve(cwd, file), "utf8");
  } catch (cause) {
    const { code = "" } = cause as { code?: string }; // what the file system throws has one
    const why = Object.hasOwn(WHY, code) ? WHY[code] : thrownText(cause);
    throw new DejimaError(
      "not_found",
      `Cannot read ${what} "${file}": ${why}${code === "ENOENT" && instead !== undefined ? `. ${instead}` : ""}`,
      {},
      { cause },
    );
  }
}
