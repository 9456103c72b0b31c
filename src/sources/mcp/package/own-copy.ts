import { cp, lstat, mkdir, readdir, rename, rm, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errnoOf } from "../../../support/disk/errno.ts";
import { shortId } from "../../../support/lazy-crypto.ts";

/**
 * A copy of one package that its server may write to, because some servers store data beside their program.
 * The package's dependencies stay in the store and are only linked. Created once and never changed by us: it
 * belongs to the server from then on.
 */
export async function copyPackage(stored: string, name: string, place: string): Promise<string> {
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

/** The names of the packages in a folder, including those of a scope. */
async function packagesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith("."));
  const all = names.map(async (name) =>
    name.startsWith("@")
      ? (await readdir(join(folder, name))).map((inner) => `${basename(name)}/${inner}`)
      : [name],
  );
  return (await Promise.all(all)).flat();
}

/** Another process was first: what it made is the same. */
export function taken(error: unknown): void {
  if (!["EEXIST", "ENOTEMPTY"].includes(errnoOf(error) ?? "")) throw error;
}
