import { type Dirent, readdirSync } from "node:fs";
import { lstat } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { DejimaError } from "../../contract/error.ts";
import type { Mask, MountedFolder } from "../../contract/file-access.ts";
import { errnoOf, quotePath } from "../file-errors.ts";

/** A mask before it is known which file it is. */
export type FoundMask = Omit<Mask, "identity">;

/** A folder that programs are given, by its true path. */
export interface Root extends MountedFolder {
  /** Whether the folder itself bears the name of a secret: then it was given for what is in it. */
  readonly isSecret: boolean;
}

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

const MOST_ENTRIES = 1_000_000;

/** Thousands of small lists are read several times faster without waiting for each; others get their turn in between. */
const FOLDERS_AT_ONCE = 20;

/** Lists everything below a folder without following links, by name and kind alone; `look` says whether to go into a folder. */
export async function walkEntries(
  root: string,
  look: (path: string, entry: Dirent, folder: string) => boolean,
): Promise<void> {
  let count = 0;
  let folders = 0;
  const pending = [root];
  for (const folder of pending) {
    const entries = list(folder);
    count += entries.length;
    if (count > MOST_ENTRIES) throw tooLarge(root);
    const start = folder === "/" ? folder : `${folder}/`;
    for (const entry of entries) {
      const path = `${start}${entry.name}`;
      if (look(path, entry, folder)) pending.push(path);
    }
    folders += 1;
    if (folders % FOLDERS_AT_ONCE === 0) await nextTurn();
  }
}

/** A folder that is gone holds nothing; one that we cannot open, no program of ours can open either. */
function list(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES", "EPERM"].includes(errnoOf(error) ?? "")) return [];
    throw error;
  }
}

function tooLarge(root: string): DejimaError {
  return new DejimaError(
    "too_large",
    `Cannot run a program in ${quotePath(root)}: it holds over ${MOST_ENTRIES} files, too many to look for those that it may not see. Give it a smaller folder`,
  );
}
