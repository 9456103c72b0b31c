import { lstat } from "node:fs/promises";
import type { FoundMask, Root } from "./found-mask.ts";
import { walkEntries } from "./walk-entries.ts";

const LOOKS_AT_ONCE = 64;

/**
 * Further names of masked files: hard links, which lead to the same content from elsewhere. Nothing else is looked at
 * unless a masked file has several names; then every file of the folders is.
 */
export async function findOtherNames(
  found: ReadonlyMap<string, FoundMask>,
  roots: readonly Root[],
): Promise<FoundMask[]> {
  const shared = new Map<string, FoundMask["type"]>();
  for (const { type, path } of found.values()) {
    if (type === "hold") continue;
    const files = type === "hide-file" ? [path] : await filesAt(path);
    await lookAt(files, (_path, identity, names) => {
      if (names > 1 && shared.get(identity) !== "hide-file")
        shared.set(identity, type === "lock" ? "lock" : "hide-file");
    });
  }
  if (shared.size === 0) return [];
  const others: FoundMask[] = [];
  for (const { path: root, access } of roots) {
    const files: string[] = [];
    await walkEntries(root, (path, entry) => {
      const mask = found.get(path)?.type;
      if (entry.isFile() && mask === undefined) files.push(path);
      return entry.isDirectory() && mask !== "hide-folder" && !(mask === "lock" && access === "read-write");
    });
    await lookAt(files, (path, identity) => {
      const type = shared.get(identity);
      if (type === "hide-file" || (type === "lock" && access === "read-write")) others.push({ type, path });
    });
  }
  return others;
}

/** The file itself, or all files below a folder. */
async function filesAt(path: string): Promise<string[]> {
  const files = [path];
  await walkEntries(path, (below, entry) => {
    if (entry.isFile()) files.push(below);
    return entry.isDirectory();
  });
  return files;
}

async function lookAt(
  files: readonly string[],
  take: (path: string, identity: string, names: number) => void,
): Promise<void> {
  for (let at = 0; at < files.length; at += LOOKS_AT_ONCE) {
    const batch = files.slice(at, at + LOOKS_AT_ONCE);
    const stats = await Promise.all(batch.map((path) => lstat(path).catch(() => undefined)));
    for (const [index, path] of batch.entries()) {
      const seen = stats[index];
      if (seen?.isFile()) take(path, `${seen.dev}:${seen.ino}`, seen.nlink);
    }
  }
}
