import { lstat, readdir, readlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { isInside } from "../../../support/paths.ts";

/** What was fetched, as reported by the fetching program. */
export interface FetchedPackages {
  /** The exact versions of the requested packages. */
  readonly versions: Readonly<Record<string, string>>;
  /** The checksum of the first one. */
  readonly integrity: string;
  /** How many packages there are in all. */
  readonly count: number;
  /** Packages with an install script. */
  readonly scripts: readonly string[];
}

/** Throws if a folder contains a link out of it, or anything but files and folders. */
export async function refuseLinksOut(root: string, folder = root): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const info = await lstat(path);
    if (info.isDirectory()) await refuseLinksOut(root, path);
    else if (info.isSymbolicLink() && !isInside(resolve(dirname(path), await readlink(path)), root))
      throw refused([name], "it is a link out of the package");
    else if (!info.isFile() && !info.isSymbolicLink())
      throw refused([name], "it is neither a file nor a folder");
  }
}

/** The error for a fetched package that cannot be used. */
export function refused(names: readonly string[], why: string): DejimaError {
  return new DejimaError("server_unavailable", `Cannot use ${names.join(", ")}: ${why}. Nothing was kept`, {
    packages: [...names],
  });
}
