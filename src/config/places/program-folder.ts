import { existsSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { isInside } from "../../support/paths.ts";
import { accountHome } from "../../support/process/account.ts";

const PACKAGE_FILES = ["package.json", "pyproject.toml", "deno.json"];

/** Folders that every contained program can read. */
const SYSTEM = /^\/(?:usr|bin|sbin|lib|lib64)\//;

/**
 * The folders that a server needs to read its own files: the package of the program that its command starts, and that of the
 * first file among its arguments. Empty if the command names neither, such as `npx` with the name of a package.
 */
export function programFolders(base: string, [program = "", ...args]: readonly string[]): string[] {
  const files = [
    resolve(base, program),
    ...args
      .map((word) => resolve(base, word))
      .filter(isOwnFile)
      .slice(0, 1),
  ];
  return [...new Set(files.filter(isOwnFile).map((file) => packageFolder(base, file)))];
}

/** A folder as a config in `base` names it: relative if it is inside. */
export function placeIn(base: string, folder: string): string {
  const inside = relative(base, folder);
  return inside.startsWith("..") ? folder : `./${inside}`;
}

function packageFolder(base: string, file: string): string {
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
