import { type Dirent, readdirSync } from "node:fs";
import { lstat } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Mask, MountedFolder } from "../../contract/data/file-access.ts";
import { DejimaError } from "../../contract/error.ts";
import { errnoOf } from "../../support/disk/errno.ts";
import { quotePath } from "../file-errors.ts";

/** A mask before its file is identified. */
export type UnidentifiedMask = Omit<Mask, "identity">;

/** A folder that is mounted for programs, by its canonical path. */
export interface Root extends MountedFolder {
  /** Whether the folder itself has a sensitive name: it was then mounted for its content. */
  readonly isSecret: boolean;
}

const CONCURRENT_STATS = 64;

/**
 * Further names of masked files: hard links, which lead to the same content from elsewhere. All files of the folders are checked
 * only if a masked file has several names.
 */
export async function findOtherNames(
  found: ReadonlyMap<string, UnidentifiedMask>,
  roots: readonly Root[],
): Promise<UnidentifiedMask[]> {
  const shared = new Map<string, UnidentifiedMask["type"]>();
  for (const { type, path } of found.values()) {
    if (type === "hold") continue;
    const files = type === "hide-file" ? [path] : await filesAt(path);
    await statFiles(files, (_path, identity, names) => {
      if (names > 1 && shared.get(identity) !== "hide-file")
        shared.set(identity, type === "lock" ? "lock" : "hide-file");
    });
  }
  if (shared.size === 0) return [];
  const others: UnidentifiedMask[] = [];
  for (const { path: root, access } of roots) {
    const files: string[] = [];
    await walkEntries(root, (path, entry) => {
      const mask = found.get(path)?.type;
      if (entry.isFile() && mask === undefined) files.push(path);
      return entry.isDirectory() && mask !== "hide-folder" && !(mask === "lock" && access === "read-write");
    });
    await statFiles(files, (path, identity) => {
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

async function statFiles(
  files: readonly string[],
  visit: (path: string, identity: string, names: number) => void,
): Promise<void> {
  for (let at = 0; at < files.length; at += CONCURRENT_STATS) {
    const batch = files.slice(at, at + CONCURRENT_STATS);
    const stats = await Promise.all(batch.map((path) => lstat(path).catch(() => undefined)));
    for (const [index, path] of batch.entries()) {
      const stat = stats[index];
      if (stat?.isFile()) visit(path, `${stat.dev}:${stat.ino}`, stat.nlink);
    }
  }
}

const MAX_ENTRIES = 1_000_000;

/** Thousands of small listings are several times faster synchronously. Other work gets its turn in between. */
const FOLDERS_PER_TURN = 20;

/** Visits everything below a folder by name and kind, without following links. `visit` returns whether to descend into a folder. */
export async function walkEntries(
  root: string,
  visit: (path: string, entry: Dirent, folder: string) => boolean,
): Promise<void> {
  let count = 0;
  let folders = 0;
  const pending = [root];
  for (const folder of pending) {
    const entries = list(folder);
    count += entries.length;
    if (count > MAX_ENTRIES) throw tooLarge(root);
    const start = folder === "/" ? folder : `${folder}/`;
    for (const entry of entries) {
      const path = `${start}${entry.name}`;
      if (visit(path, entry, folder)) pending.push(path);
    }
    folders += 1;
    if (folders % FOLDERS_PER_TURN === 0) await nextTurn();
  }
}

/** The entries of a folder. Empty if it is gone or cannot be opened: no contained program could open it either. */
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
    `Cannot run a program in ${quotePath(root)}: it contains over ${MAX_ENTRIES} files, too many to look for those that it may not see. Give it a smaller folder`,
  );
}
