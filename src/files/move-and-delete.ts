import { link, lstat, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { DejimaError } from "../contract/error.ts";
import { errnoOf } from "../support/disk/errno.ts";
import { type CallAccess, locatePermitted, refuseAfterEnd } from "./call-access.ts";
import { describeErrors, missingFile, printable, quotePath } from "./file-errors.ts";
import type { FolderHandle } from "./folder-handle.ts";
import type { Place } from "./guarded-disk.ts";
import { openNearestFolder, withParentFolders } from "./open-parent.ts";
import { undefinedIfMissing } from "./regular-file.ts";
import { announceWrite } from "./set-apart/set-apart-place.ts";
import { putFile } from "./temporary-file.ts";
import { type Previous, readPrevious } from "./undo/keep-previous.ts";

/** The source of a move. */
interface MoveSource {
  readonly access: CallAccess;
  readonly folder: FolderHandle;
  readonly name: string;
  readonly previous: Previous;
}

/** Moves a file to a path that does not exist, after its content was kept. */
export async function moveFile(access: CallAccess, from: string, to: string): Promise<void> {
  const source = await locatePermitted(access, from, "file.delete");
  const target = await locatePermitted(access, to, "file.write");
  await access.disk.locks.hold([source.canonical, target.canonical], () =>
    describeErrors("move", from, async () => {
      await using folder = await access.disk.openFolder(dirname(source.path));
      const previous = await readPrevious(access, folder, source, "move");
      if (previous === undefined) throw missingFile("move", from);
      const end: MoveSource = { access, folder, name: basename(source.path), previous };
      await describeErrors("move to", to, () => moveTo(end, source, target));
    }),
  );
}

async function moveTo(end: MoveSource, source: Place, target: Place): Promise<void> {
  const { access, previous } = end;
  await using nearest = await openNearestFolder(access.disk, target);
  if (nearest.missing.length === 0) await refusePresent(nearest.folder, target);
  const change = { path: target.canonical, sha256: previous.state.sha256, from: source.canonical };
  await access.witness?.writing([change]);
  await record(access, source, target, previous, nearest.missing);
  refuseAfterEnd(access);
  const { sha256, mode } = previous.state;
  announceWrite(access.setApart, { path: target.path, sha256, mode });
  await withParentFolders(access.disk, nearest, (targetFolder) => linkOrCopy(end, targetFolder, target));
  await access.witness?.written([change]);
}

async function record(
  access: CallAccess,
  source: Place,
  target: Place,
  { state, content }: Previous,
  folders: readonly string[],
): Promise<void> {
  const arrives = {
    action: "move" as const,
    path: target.path,
    before: null,
    after: state,
    folders: [...folders],
  };
  const leaves = { action: "move" as const, path: source.path, before: state, after: null, folders: [] };
  await access.journal.record([arrives, leaves], content);
}

/** Never replaces a file that may have appeared at the target: creating a link fails then, renaming would not. */
async function linkOrCopy(end: MoveSource, targetFolder: FolderHandle, target: Place): Promise<void> {
  const newName = targetFolder.at(basename(target.path));
  await end.previous.verify();
  end.folder.verify();
  targetFolder.verify();
  refuseAfterEnd(end.access);
  try {
    await link(end.folder.at(end.name), newName);
  } catch (error) {
    if (errnoOf(error) === "EEXIST") throw alreadyExists(target.requested);
    if (!CANNOT_LINK.has(errnoOf(error) ?? "")) throw error;
    await copy(end, targetFolder, target);
  }
  await targetFolder.sync();
  await unlink(end.folder.at(end.name));
  await end.folder.sync();
}

/** Another disk, a file system without hard links, or a file of another owner. */
const CANNOT_LINK = new Set(["EXDEV", "EPERM", "EMLINK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

async function copy(
  { access, previous }: MoveSource,
  targetFolder: FolderHandle,
  target: Place,
): Promise<void> {
  const like = { ...previous.owner, mode: previous.state.mode };
  await putFile(targetFolder, basename(target.path), { content: previous.content, like }, async () => {
    await refusePresent(targetFolder, target);
    refuseAfterEnd(access);
  });
}

async function refusePresent(folder: FolderHandle, target: Place): Promise<void> {
  const present = await lstat(folder.at(basename(target.path))).catch(undefinedIfMissing);
  if (present !== undefined) throw alreadyExists(target.requested);
}

function alreadyExists(path: string): DejimaError {
  return new DejimaError(
    "conflict",
    `Cannot move to ${quotePath(path)}: something already exists there. Choose another name, or delete it first`,
    { path: printable(path) },
  );
}

/** Deletes a file, after its content was kept. */
export async function deleteFile(access: CallAccess, path: string): Promise<void> {
  const place = await locatePermitted(access, path, "file.delete");
  await access.disk.locks.hold([place.canonical], () =>
    describeErrors("delete", path, async () => {
      await using folder = await access.disk.openFolder(dirname(place.path));
      const previous = await readPrevious(access, folder, place, "delete");
      if (previous === undefined) throw missingFile("delete", path);
      await access.journal.record(
        [{ action: "delete", path: place.path, before: previous.state, after: null, folders: [] }],
        previous.content,
      );
      await previous.verify();
      folder.verify();
      refuseAfterEnd(access);
      await unlink(folder.at(basename(place.path)));
      await folder.sync();
      await access.witness?.written([{ path: place.canonical, replaced: previous.state.sha256 }]);
    }),
  );
}
