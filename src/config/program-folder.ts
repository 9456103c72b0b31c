import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { accountHome } from "../support/account.ts";
import { isInside } from "../support/paths.ts";

const PACKAGE_FILES = ["package.json", "pyproject.toml", "deno.json"];

/** What every contained program sees anyway. */
const SYSTEM = /^\/(?:usr|bin|sbin|lib|lib64)\//;

/**
 * The folder that a server has to see of itself: the package around the file that its command names. Undefined where the
 * command names none, such as `npx` with the name of a package.
 */
export function programFolder(base: string, command: readonly string[]): string | undefined {
  const file = command.map((word) => resolve(base, word)).find(isOwnFile);
  if (file === undefined) return undefined;
  // A project that stands in a node_modules itself does not need the packages beside it.
  const root = isInside(file, base) ? base : "";
  const [above, ...below] = file.slice(root.length).split("/node_modules/");
  return below.length > 0 ? `${root}${above}/node_modules` : packageAround(dirname(file));
}

function isOwnFile(path: string): boolean {
  return !SYSTEM.test(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** A package in a person's whole home folder is taken for none. */
function packageAround(folder: string): string {
  for (let at = folder; at !== "/" && at !== accountHome(); at = dirname(at)) {
    if (PACKAGE_FILES.some((name) => existsSync(join(at, name)))) return at;
  }
  return folder;
}
