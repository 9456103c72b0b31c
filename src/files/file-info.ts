import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { FileInfo } from "../contract/file-access.ts";
import { type CallAccess, locatePermitted, refuseAfterEnd } from "./call-access.ts";
import type { Place } from "./guarded-disk.ts";
import { errnoOf, naming } from "./io-failure.ts";

/** Looks at a file or folder without opening it; nothing when it does not exist. */
export async function fileInfo(access: CallAccess, path: string): Promise<FileInfo | undefined> {
  const place = await locatePermitted(access, path, "file.read");
  const stats = await naming("look at", path, () => lookAt(access, place));
  refuseAfterEnd(access);
  return stats === undefined ? undefined : describe(access.disk.shown(place.canonical), stats);
}

/** What a listing says of one entry. */
export function describe(path: string, stats: Stats): FileInfo {
  const type = stats.isFile()
    ? "file"
    : stats.isDirectory()
      ? "directory"
      : stats.isSymbolicLink()
        ? "link"
        : "other";
  return { path, type, size: stats.size, modified: Math.round(stats.mtimeMs) };
}

async function lookAt(access: CallAccess, place: Place): Promise<Stats | undefined> {
  try {
    await using folder = await access.disk.openFolder(place.path);
    return await folder.handle.stat();
  } catch {
    // Not a folder, or one that cannot be opened: then its own folder knows it.
  }
  try {
    await using folder = await access.disk.openFolder(dirname(place.path));
    const stats = await lstat(folder.at(basename(place.path)));
    await folder.verify();
    return stats;
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}
