import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import type { Effect } from "../contract/effect.ts";
import { isOpaqueProgram } from "../policy/opaque-program.ts";
import { baseName } from "../policy/program-name.ts";

/**
 * Follows the programs of commands that are links in the workspace, so that rules about the program hold whatever its link is
 * called. A `cd` before it in the same line counts.
 */
export async function followPrograms(commands: readonly Effect[], workspace: string): Promise<Effect[]> {
  const followed: Effect[] = [];
  const places = [workspace];
  for (const command of commands) {
    const [program = "", ...words] = command.target.split(" ");
    if (/^(?:cd|pushd)$/.test(program)) places.push(resolve(places.at(-1) ?? workspace, words.at(-1) ?? ""));
    const file = program.includes("/") ? await linkedFile(program, places, workspace) : undefined;
    const opaque = command.opaque === true || (file !== undefined && isOpaqueProgram([file, ...words]));
    followed.push(
      file === undefined ? command : { ...command, program: file, ...(opaque ? { opaque: true } : {}) },
    );
  }
  return followed;
}

async function linkedFile(
  program: string,
  places: readonly string[],
  workspace: string,
): Promise<string | undefined> {
  for (const place of places) {
    const path = resolve(place, program);
    if (!path.startsWith(`${workspace}/`)) continue;
    const file = await realpath(path).catch(() => path); // one that does not exist starts nothing
    if (baseName(file) !== baseName(path)) return file;
  }
  return undefined;
}
