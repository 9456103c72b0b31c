import { mkdir, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errnoOf } from "../support/disk/errno.ts";
import type { FolderHandle } from "./folder-handle.ts";
import type { GuardedDisk, Place } from "./guarded-disk.ts";

/** The nearest existing folder above a place, and the folders that would have to be created below it. */
interface NearestFolder extends AsyncDisposable {
  readonly folder: FolderHandle;
  /** Outermost first. Empty if `folder` is the place's own. */
  readonly missing: readonly string[];
}

/** Opens the nearest existing folder above a place. */
export async function openNearestFolder(disk: GuardedDisk, place: Place): Promise<NearestFolder> {
  const missing: string[] = [];
  for (let path = dirname(place.path); ; path = dirname(path)) {
    try {
      const folder = await disk.openFolder(path);
      return { folder, missing, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
    } catch (error) {
      if (errnoOf(error) !== "ENOENT" || path === dirname(path)) throw error;
      missing.unshift(path);
    }
  }
}

/** Creates the missing folders and does the work in the innermost one. Removes them again if it fails. */
export async function withParentFolders<Result>(
  disk: GuardedDisk,
  { folder, missing }: NearestFolder,
  work: (folder: FolderHandle) => Promise<Result>,
): Promise<Result> {
  const [next, ...rest] = missing;
  if (next === undefined) return work(folder);
  const path = folder.at(basename(next));
  const made = await makeOne(folder, path);
  try {
    await using inner = await disk.openFolder(join(folder.path, basename(next)));
    return await withParentFolders(
      disk,
      { folder: inner, missing: rest, [Symbol.asyncDispose]: async () => {} },
      work,
    );
  } catch (error) {
    if (made) await rmdir(path).catch(() => {});
    throw error;
  }
}

async function makeOne(folder: FolderHandle, path: string): Promise<boolean> {
  try {
    folder.verify();
    await mkdir(path);
    await folder.sync();
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  }
}
