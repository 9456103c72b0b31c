import { realpathSync, type Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { errnoOf } from "../../support/disk/errno.ts";
import { isInside } from "../../support/paths.ts";
import { foldPath } from "../../text/fold-path.ts";
import { lookAt, resolveLinks } from "./resolve-links.ts";

/** What no tool may touch, during one operation. */
export interface Protection {
  /** By name: in any spelling and case, whether it exists or not. */
  coversPath(path: string): boolean;
  /** By identity: a protected file or folder under another name, or a hard link to a file in it. */
  coversFile(stats: Stats): Promise<boolean>;
}

/** Resolves the protected paths again: they may have been created, moved or linked since the last operation. */
export function protectionOf(paths: readonly string[], names: readonly string[]): Protection {
  const places = paths.map(lookUp);
  const keys = [...paths, ...places.map(({ real }) => real)].map(foldPath);
  const reserved = new Set(names.map(foldPath));
  const roots = new Set(places.flatMap(({ identity }) => identity ?? []));
  let inside: Promise<Set<string>> | undefined;
  return {
    coversPath(path) {
      const key = foldPath(path);
      return (
        keys.some((protectedKey) => isInside(key, protectedKey)) ||
        key.split("/").some((name) => reserved.has(name))
      );
    },
    async coversFile(stats) {
      if (roots.has(identityOf(stats))) return true;
      if (stats.isDirectory() || stats.nlink < 2) return false;
      inside ??= identitiesBelow(places.map(({ real }) => real));
      return (await inside).has(identityOf(stats));
    },
  };
}

function lookUp(path: string): { real: string; identity: string | undefined } {
  const stats = lookAt(path, { follow: true });
  if (stats === undefined) return { real: resolveLinks(path), identity: undefined };
  return { real: realpathSync.native(path), identity: identityOf(stats) };
}

function identityOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}

async function identitiesBelow(paths: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  const pending = [...paths];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const stats = await unlessMissing(lstat(path));
    if (stats === undefined) continue;
    found.add(identityOf(stats));
    const names = stats.isDirectory() ? await unlessMissing(readdir(path)) : [];
    for (const name of names ?? []) pending.push(join(path, name));
  }
  return found;
}

// Anything but absence is thrown: a file that cannot be distinguished from a protected one must not be opened.
async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ENOENT" || errno === "ENOTDIR") return undefined;
    throw error;
  }
}
