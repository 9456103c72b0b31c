import { lstat, readdir, readlink, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errnoOf } from "../file-errors.ts";

const MAX_LINKS = 40;

/**
 * Follows every link in an absolute path, also where its last parts do not exist: a dangling link gives the place it
 * points to. A name that is spelled with
 * other code points on the disk, composed or decomposed, is the same name.
 */
export async function resolveLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isAbsence(error)) throw error;
    return walk(path);
  }
}

async function walk(path: string): Promise<string> {
  let done = "/";
  let links = 0;
  const pending = segments(path);
  for (let name = pending.shift(); name !== undefined; name = pending.shift()) {
    if (name === "..") {
      done = dirname(done);
      continue;
    }
    const found = await find(done, name);
    if (found === undefined) return join(done, name, ...pending);
    if (!found.isLink) {
      done = found.path;
      continue;
    }
    links += 1;
    if (links > MAX_LINKS) throw Object.assign(new Error(`too many links in ${path}`), { code: "ELOOP" });
    const target = await readlink(found.path);
    if (target.startsWith("/")) done = "/";
    pending.unshift(...segments(target));
  }
  return done;
}

async function find(folder: string, name: string): Promise<{ path: string; isLink: boolean } | undefined> {
  try {
    const path = join(folder, name);
    return { path, isLink: (await lstat(path)).isSymbolicLink() };
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
  const spelling = await otherSpelling(folder, name);
  return spelling === undefined ? undefined : find(folder, spelling);
}

async function otherSpelling(folder: string, name: string): Promise<string | undefined> {
  if (/^[\x00-\x7f]*$/.test(name)) return undefined;
  const composed = name.normalize("NFC");
  const names = await readdir(folder).catch(() => []);
  return names.find((other) => other !== name && other.normalize("NFC") === composed);
}

function segments(path: string): string[] {
  return path.split("/").filter((name) => name !== "" && name !== ".");
}

function isAbsence(error: unknown): boolean {
  const errno = errnoOf(error);
  return errno === "ENOENT" || errno === "ENOTDIR";
}
