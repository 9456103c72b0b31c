import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { DejimaError } from "../../../contract/error.ts";
import type { Runtime } from "../../../runtime.ts";
import { thrownText } from "../../../support/thrown-text.ts";
import type { CommandContext } from "../command.ts";

type InputPlace = Pick<CommandContext, "cwd" | "stdin">;

type Evals = Runtime["evals"];
type EvalCase = Awaited<ReturnType<Evals["read"]>>[number];

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

/** The value of `--input`: JSON text, `@FILE`, or `-` for standard input. Default: an empty object. */
export async function readInput(option: string | undefined, context: InputPlace): Promise<unknown> {
  if (option === undefined) return {};
  const source = await sourceOf(option, context);
  try {
    return JSON.parse(source);
  } catch (cause) {
    throw new DejimaError(
      "invalid_input",
      `Cannot read --input as JSON: ${thrownText(cause)}. Quote it for the shell: --input '{"path": "a.txt"}'`,
    );
  }
}

async function sourceOf(option: string, { cwd, stdin }: InputPlace): Promise<string> {
  if (option !== "-" && !option.startsWith("@")) return option;
  const path = option === "-" ? "standard input" : `"${resolve(cwd, option.slice(1))}"`;
  try {
    const bytes = option === "-" ? await buffer(stdin) : await readFile(resolve(cwd, option.slice(1)));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const why = cause instanceof TypeError ? "it is not UTF-8 text" : thrownText(cause);
    throw new DejimaError("invalid_input", `Cannot read --input from ${path}: ${why}`);
  }
}

/** The NAME and VALUE of each value of an option. `undefined` without the option. */
export function readPairs(
  pairs: readonly string[] | undefined,
  flag: string,
  separator: string,
): Record<string, string> | undefined {
  if (pairs === undefined) return undefined;
  return Object.fromEntries(
    pairs.map((text) => {
      const at = text.indexOf(separator);
      if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
      throw new DejimaError("invalid_input", `Cannot read ${flag} "${text}": write NAME${separator}VALUE`);
    }),
  );
}

/** Reads the cases of an evaluation from named files. */
export async function readCases(
  files: readonly string[],
  { evals, cwd }: { evals: Evals; cwd: string },
): Promise<EvalCase[]> {
  const cases: EvalCase[] = [];
  for (const file of files) {
    const instead = "`dejima eval record` makes a case from the last run of the agent";
    cases.push(...(await evals.read(await readText("the case", file, { cwd, instead }), file)));
  }
  return cases;
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
