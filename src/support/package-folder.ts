import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of the package that a file belongs to: the nearest above it with a package.json. */
export function packageFolder(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json")) || folder === dirname(folder)) return folder;
  }
}
