import { mkdir, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errnoOf } from "./file-errors.ts";
import type { FolderHandle } from "./folder-handle.ts";
import type { GuardedDisk, Place } from "./guarded-disk.ts";

/** The nearest folder above a place that exists, and the folders that would have to be made below it. */
interface NearestFolder extends AsyncDisposable {
  readonly folder: FolderHandle;
  /** Outermost first; empty when `folder` is the place's own. */
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

/** Makes the missing folders one inside the other and does the work in the innermost; takes them back when it fails. */
export async function insideMadeFolders<Result>(
  disk: GuardedDisk,
  { folder, missing }: NearestFolder,
  work: (folder: FolderHandle) => Promise<Result>,
): Promise<Result> {
  const [next, ...rest] = missing;
  if (next === undefined) return work(folder);
  const way = folder.at(basename(next));
  const made = await makeOne(folder, way);
  try {
    await using inner = await disk.openFolder(join(folder.path, basename(next)));
    return await insideMadeFolders(
      disk,
      { folder: inner, missing: rest, [Symbol.asyncDispose]: async () => {} },
      work,
    );
  } catch (error) {
    if (made) await rmdir(way).catch(() => {});
    throw error;
  }
}

async function makeOne(folder: FolderHandle, way: string): Promise<boolean> {
  try {
    folder.verify();
    await mkdir(way);
    await folder.sync();
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  }
}
