import { cp, lstat, mkdir, readdir, rename, rm, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { shortId } from "../../../support/lazy-crypto.ts";

/**
 * A copy of one package that its server may write to, beside its program, as some servers do with their data. What the package
 * needs stands in the store and is only linked. Made once and then never touched: it is the server's from then on.
 */
export async function makeOwnCopy(stored: string, name: string, place: string): Promise<string> {
  if ((await lstat(place).catch(() => undefined)) !== undefined) return place;
  const work = join(dirname(place), shortId(".new-"));
  const [from, to] = [join(stored, "node_modules"), join(work, "node_modules")];
  try {
    await mkdir(join(to, dirname(name)), { recursive: true });
    for (const other of await packagesIn(from)) {
      if (other === name) continue;
      await mkdir(join(to, dirname(other)), { recursive: true });
      await symlink(join(from, other), join(to, other));
    }
    const nested = join(from, name, "node_modules");
    await cp(join(from, name), join(to, name), { recursive: true, filter: (path) => path !== nested });
    if ((await lstat(nested).catch(() => undefined)) !== undefined)
      await symlink(nested, join(to, name, "node_modules"));
    await rename(work, place).catch(taken);
    return place;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The names of the packages in a folder, those of a scope one by one. */
async function packagesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith("."));
  const all = names.map(async (name) =>
    name.startsWith("@")
      ? (await readdir(join(folder, name))).map((inner) => `${basename(name)}/${inner}`)
      : [name],
  );
  return (await Promise.all(all)).flat();
}

/** Another process was faster with the same. */
function taken(error: NodeJS.ErrnoException): void {
  if (!["EEXIST", "ENOTEMPTY"].includes(error.code ?? "")) throw error;
}
