import { rmdir, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { FileRepair } from "../contract/data/file-guard.ts";
import { DejimaError } from "../contract/error.ts";
import { errnoOf } from "../support/disk/errno.ts";
import { sha256 } from "../support/lazy-crypto.ts";
import { describeErrors, printable, quotePath } from "./file-errors.ts";
import type { GuardedDisk } from "./guarded-disk.ts";
import { openNearestFolder, withParentFolders } from "./open-parent.ts";
import { openRegularFile, readWhole } from "./regular-file.ts";
import { announceWrite, type SetApartPlace } from "./set-apart/set-apart-place.ts";
import { putFile } from "./temporary-file.ts";

/** Restores files within the allowed folders. A path that was replaced by a link is refused here, too. */
export function createFileRepair(disk: GuardedDisk, setApart?: SetApartPlace): FileRepair {
  const place = async (path: string) => {
    const found = await disk.locateTrue(path);
    if (found.canonical === path.normalize("NFC")) return { ...found, path };
    throw new DejimaError("conflict", `Cannot undo: there is now a link in ${quotePath(path)}`, {
      path: printable(path),
    });
  };
  return {
    shown: (path) => disk.shown(path),
    hold: (paths, work) => disk.locks.hold(paths, work),
    hashOf: (path) =>
      describeErrors("undo", path, async () => {
        const found = await place(path);
        await using nearest = await openNearestFolder(disk, found);
        if (nearest.missing.length > 0) return undefined;
        await using file = await openRegularFile(nearest.folder, found, "undo");
        if (file === undefined) return undefined;
        const never = () =>
          new DejimaError("too_large", `Cannot undo ${quotePath(path)}: it grew too large to check`);
        return sha256(await readWhole(file, MAX_BYTES, never));
      }),
    put: (path, content, mode) =>
      describeErrors("undo", path, async () => {
        await using nearest = await openNearestFolder(disk, await place(path));
        announceWrite(setApart, { path, sha256: sha256(content), mode });
        await withParentFolders(disk, nearest, (folder) =>
          putFile(folder, basename(path), { content, like: { mode } }, async () => {}),
        );
      }),
    remove: (path) =>
      describeErrors("undo", path, async () => {
        await place(path);
        await using folder = await disk.openFolder(dirname(path));
        await unlink(folder.at(basename(path)));
        await folder.sync();
      }),
    removeFolder: (path) =>
      describeErrors("undo", path, async () => {
        try {
          await place(path);
          await using folder = await disk.openFolder(dirname(path));
          await rmdir(folder.at(basename(path)));
        } catch (error) {
          if (!["ENOENT", "ENOTEMPTY", "EEXIST", "ENOTDIR"].includes(errnoOf(error) ?? "")) throw error;
        }
      }),
  };
}

/** Larger than anything that can have been kept. */
const MAX_BYTES = 2 ** 31;
