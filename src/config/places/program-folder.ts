import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isInside } from "../../support/paths.ts";
import { accountHome } from "../../support/process/account.ts";

const PACKAGE_FILES = ["package.json", "pyproject.toml", "deno.json"];

/** Folders that every contained program can read. */
const SYSTEM = /^\/(?:usr|bin|sbin|lib|lib64)\//;

/**
 * The folder that a server needs to read its own files: the package of the file that its command names. `undefined` if the
 * command names none, such as `npx` with the name of a package.
 */
export function programFolder(base: string, command: readonly string[]): string | undefined {
  const file = command.map((word) => resolve(base, word)).find(isOwnFile);
  if (file === undefined) return undefined;
  // A project inside a node_modules folder does not need the packages next to it.
  const root = isInside(file, base) ? base : "";
  const [above, ...below] = file.slice(root.length).split("/node_modules/");
  return below.length > 0 ? `${root}${above}/node_modules` : enclosingPackage(dirname(file));
}

function isOwnFile(path: string): boolean {
  return !SYSTEM.test(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** A package.json in a person's home folder is ignored. */
function enclosingPackage(folder: string): string {
  for (let at = folder; at !== "/" && at !== accountHome(); at = dirname(at)) {
    if (PACKAGE_FILES.some((name) => existsSync(join(at, name)))) return at;
  }
  return folder;
}
