import { lstat, readdir, readFile, readlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { isInside } from "../../../support/paths.ts";

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      inBundle: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
});

/** A checksum that nobody can forge. */
const STRONG = /(?:^|\s)sha(?:256|384|512)-/;

/** What was fetched, as the lock that npm wrote says. */
interface FetchedPackages {
  /** Exact versions by package, of those that were asked for. */
  readonly versions: Readonly<Record<string, string>>;
  /** The checksum of the first one. */
  readonly integrity: string;
  /** How many packages there are in all. */
  readonly count: number;
  /** Packages that want to run a script when they are installed. None was run. */
  readonly scripts: readonly string[];
}

/** Checks what was fetched: every package by a strong checksum, and no link out of the folder. */
export async function verifyNpm(folder: string, names: readonly string[]): Promise<FetchedPackages> {
  const text = await readFile(join(folder, "package-lock.json"), "utf8").catch(() => "{}");
  const lock = lockSchema.safeParse(JSON.parse(text));
  if (!lock.success) throw refused(names, "npm wrote no list of what it fetched");
  const entries = Object.entries(lock.data.packages).filter(([place]) => place !== "");
  for (const [place, { integrity = "", link, inBundle }] of entries) {
    if (link === true) throw refused(names, `${place} is a link and not a package`);
    if (inBundle !== true && !STRONG.test(integrity))
      throw refused(names, `the registry gives no strong checksum for ${place}`);
  }
  await refuseLinksOut(folder, folder);
  const at = (name: string) => lock.data.packages[`node_modules/${name}`];
  return {
    versions: Object.fromEntries(names.map((name) => [name, at(name)?.version ?? ""])),
    integrity: at(names[0] ?? "")?.integrity ?? "",
    count: entries.length,
    scripts: entries
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([place]) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length))
      .sort(),
  };
}

async function refuseLinksOut(root: string, folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const info = await lstat(path);
    if (info.isDirectory()) await refuseLinksOut(root, path);
    else if (info.isSymbolicLink() && !isInside(resolve(dirname(path), await readlink(path)), root))
      throw refused([name], "it is a link that leads out of the package");
    else if (!info.isFile() && !info.isSymbolicLink())
      throw refused([name], "it is neither a file nor a folder");
  }
}

function refused(names: readonly string[], why: string): DejimaError {
  return new DejimaError(
    "server_unavailable",
    `Cannot use ${names.join(", ")}: ${why}. Nothing of it was kept`,
    {
      packages: [...names],
    },
  );
}
