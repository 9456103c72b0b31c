import { lstatSync, readdirSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errnoOf } from "../../support/disk/errno.ts";

const MAX_LINKS = 40;

/**
 * Resolves every link in an absolute path, even if its last parts do not exist: a dangling link gives its target. A name that the
 * disk spells with other code points, composed or decomposed, is the same name. Works synchronously: asynchronous checks cost ten
 * times as much, and something can change between two of them.
 */
export function resolveLinks(path: string): string {
  try {
    const existing = existingPart(path);
    if (existing !== undefined) return join(realpathSync.native(existing), path.slice(existing.length));
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
  return walk(path);
}

/** The same, but returns `undefined` if it fails. */
export function tryResolveLinks(path: string): string | undefined {
  try {
    return resolveLinks(path);
  } catch {
    return undefined;
  }
}

/** The part of a path that exists. Returns `undefined` if the rest must be looked up name by name. */
function existingPart(path: string): string | undefined {
  for (let part = path; ; part = dirname(part)) {
    if (lookAt(part) !== undefined) return part;
    const name = basename(part);
    if (name === ".." || name === "" || !isAscii(name)) return undefined;
  }
}

/** The stats of a path, with links followed or not. Returns `undefined` if nothing exists there. Throws if that is unknown. */
export function lookAt(path: string, { follow = false } = {}): Stats | undefined {
  try {
    return (follow ? statSync : lstatSync)(path, { throwIfNoEntry: false });
  } catch (error) {
    if (!isAbsence(error)) throw error;
    return undefined;
  }
}

function walk(path: string): string {
  let done = "/";
  let links = 0;
  const pending = segments(path);
  for (let name = pending.shift(); name !== undefined; name = pending.shift()) {
    if (name === "..") {
      done = dirname(done);
      continue;
    }
    const found = find(done, name);
    if (found === undefined) return join(done, name, ...pending);
    if (!found.isLink) {
      done = found.path;
      continue;
    }
    links += 1;
    if (links > MAX_LINKS) throw Object.assign(new Error(`too many links in ${path}`), { code: "ELOOP" });
    const target = readlinkSync(found.path);
    if (target.startsWith("/")) done = "/";
    pending.unshift(...segments(target));
  }
  return done;
}

function find(folder: string, name: string): { path: string; isLink: boolean } | undefined {
  const path = join(folder, name);
  const stats = lookAt(path);
  if (stats !== undefined) return { path, isLink: stats.isSymbolicLink() };
  const spelling = otherSpelling(folder, name);
  return spelling === undefined ? undefined : find(folder, spelling);
}

function otherSpelling(folder: string, name: string): string | undefined {
  if (isAscii(name)) return undefined;
  const composed = name.normalize("NFC");
  return namesIn(folder).find((other) => other !== name && other.normalize("NFC") === composed);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isAscii(name: string): boolean {
  return /^[\x00-\x7f]*$/.test(name);
}

function segments(path: string): string[] {
  return path.split("/").filter((name) => name !== "" && name !== ".");
}

function isAbsence(error: unknown): boolean {
  const errno = errnoOf(error);
  return errno === "ENOENT" || errno === "ENOTDIR";
}
