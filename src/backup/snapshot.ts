import { constants } from "node:fs";
import { copyFile, mkdir, readdir, readlink, symlink } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { z } from "zod";
import { errnoOf } from "../support/disk/errno.ts";
import { hashFile } from "../support/disk/hash-file.ts";
import { isInside } from "../support/paths.ts";

/** The manifest of a backup: every file with the SHA-256 of its content, every link with its target. */
export const manifestSchema = z.strictObject({
  format: z.literal(1),
  /** The version of Dejima that wrote it. */
  version: z.string(),
  at: z.iso.datetime(),
  files: z.record(z.string(), z.string()),
  links: z.record(z.string(), z.string()),
});

export type Manifest = z.infer<typeof manifestSchema>;
type Contents = Pick<Manifest, "files" | "links">;

/** The manifest, beside the home in the archive. */
export const MANIFEST = "manifest.json";
/** The copy of the home in the archive. */
export const HOME = "home";
/** The store. The database itself copies it. */
export const STORE = "dejima.db";

/** The folder in a home that contains the one it replaced, out of reach for tools. */
export const REPLACED = "replaced";

// Left out besides the store: the database's helper files, and the id that binds a home to its place.
const EXCLUDED = new Set([STORE, `${STORE}-wal`, `${STORE}-shm`, `${STORE}-journal`, "home-id", REPLACED]);
// Copied before the logs of the runs: a run that ends in between is chained at the next start, and no run is
// chained without its end.
const FIRST = "heads.jsonl";

/**
 * Copies a home except for its store. Returns what was left out: links that lead out of the home, sockets and
 * the like.
 */
export async function copyHome(home: string, target: string): Promise<readonly string[]> {
  const leftOut: string[] = [];
  const copyFolder = async (folder: string, copied?: ReadonlySet<string>): Promise<void> => {
    const entries = (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
    const added = entries.filter(({ name }) => copied?.has(name) !== true);
    added.sort((a, b) => Number(b.name === FIRST) - Number(a.name === FIRST));
    for (const entry of added) {
      const path = join(folder, entry.name);
      const name = relative(home, path);
      const to = join(target, name);
      if (EXCLUDED.has(name) || entry.name.endsWith(".lock")) continue;
      if (entry.isDirectory()) {
        await mkdir(to, { mode: 0o700 });
        await copyFolder(path);
      } else if (entry.isFile()) await copyFile(path, to, constants.COPYFILE_FICLONE).catch(ignoreMissing);
      else if (entry.isSymbolicLink() && (await staysInside(path, home)))
        await symlink(await readlink(path), to);
      else leftOut.push(name);
    }
    // Lists the folder a second time: a log that was compressed meanwhile has another name.
    if (copied === undefined) await copyFolder(folder, new Set(added.map(({ name }) => name)));
  };
  await mkdir(target, { mode: 0o700 });
  await copyFolder(home);
  return leftOut;
}

/** Lists every file and link below a folder. */
export async function contentsOf(folder: string): Promise<Contents> {
  const files: Record<string, string> = Object.create(null);
  const links: Record<string, string> = Object.create(null);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    if (entry.isFile()) files[name] = await hashFile(path);
    else if (entry.isSymbolicLink()) links[name] = await readlink(path);
  }
  return { files, links };
}

/** Whether a link leads to a place below the folder. */
export async function staysInside(link: string, folder: string): Promise<boolean> {
  const target = await readlink(link);
  return !target.startsWith("/") && isInside(resolve(dirname(link), target), folder);
}

// While the home is in use, files come and go.
function ignoreMissing(error: unknown): undefined {
  if (errnoOf(error) === "ENOENT") return undefined;
  throw error;
}
