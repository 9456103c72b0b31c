import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import type { Effect } from "../contract/effect.ts";
import type { FileGuard } from "../contract/file-guard.ts";
import { canonicalUrl } from "../policy/canonical-url.ts";
import { baseName } from "../policy/known-programs.ts";
import { isOpaqueProgram } from "../policy/opaque-program.ts";

/** Gives every effect its one spelling: true paths, parsed URLs, single commands. A target that has none is refused. */
export async function canonicalEffects(effects: readonly Effect[], files: FileGuard): Promise<Effect[]> {
  const lists = await Promise.all(effects.map((effect) => canonicalEffect(effect, files)));
  return lists.flat();
}

async function canonicalEffect(effect: Effect, files: FileGuard): Promise<Effect[]> {
  // A person accepted it as it stands, wherever it lies; who declares it gives a true path.
  if (effect.accepted === true && !effect.kind.startsWith("host.")) return [effect];
  switch (effect.kind) {
    case "file.write":
      return writes(effect, files);
    case "file.read":
    case "file.delete":
      return [{ ...effect, target: await files.canonical(effect.target) }];
    case "host.read":
    case "host.send":
      return [{ ...effect, target: canonicalUrl(effect.target) }];
    case "command.run":
      return commands(effect.target, files);
    default:
      return [{ ...effect, target: effect.target.normalize("NFC").trim() }];
  }
}

async function commands(line: string, files: FileGuard): Promise<Effect[]> {
  const { canonicalCommands } = await import("../policy/canonical-command.ts"); // its parser is loaded with the first command
  const found = canonicalCommands(line);
  const byPath = found.some(({ target }) => /^[^ ]*\//.test(target));
  return byPath ? followPrograms(found, await files.canonical(".")) : found;
}

/** A file that self-starting names lead to is judged under each of them, too. */
async function writes(effect: Effect, files: FileGuard): Promise<Effect[]> {
  const target = await files.canonical(effect.target);
  const names = effect.mounted === true ? [] : await files.startingNames(effect.target);
  return [target, ...names].map((name) => ({ ...effect, target: name }));
}

/**
 * Follows the programs of commands that are links in the workspace, so that rules about the program hold whatever its link is
 * called. A `cd` before it in the same line counts.
 */
async function followPrograms(commands: readonly Effect[], workspace: string): Promise<Effect[]> {
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
