import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { DejimaError } from "../../contract/error.ts";

/** The value of `--input`: JSON text, `@FILE`, or `-` for standard input; nothing means an empty object. */
export async function readInput(given: unknown, cwd: string): Promise<unknown> {
  if (typeof given !== "string") return {};
  const source =
    given === "-"
      ? await text(process.stdin)
      : given.startsWith("@")
        ? await readText(resolve(cwd, given.slice(1)))
        : given;
  try {
    return JSON.parse(source);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DejimaError(
      "invalid_input",
      `Cannot read --input as JSON: ${why}. Quote it for the shell: --input '{"path": "a.txt"}'`,
    );
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new DejimaError(
      "invalid_input",
      `Cannot read --input from "${path}": ${cause instanceof Error ? cause.message : cause}`,
    );
  }
}
