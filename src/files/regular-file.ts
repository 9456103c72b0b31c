import { closeSync, constants, fstatSync, lstatSync, openSync, read, readSync, type Stats } from "node:fs";
import { basename } from "node:path";
import { promisify } from "node:util";
import { DejimaError } from "../contract/error.ts";
import { errnoOf } from "../support/disk/errno.ts";
import { printable, quotePath } from "./file-errors.ts";
import type { FolderHandle } from "./folder-handle.ts";
import { type Place, PROTECTED } from "./guarded-disk.ts";

/** An open regular file inside an open folder. */
export interface RegularFile extends AsyncDisposable {
  readonly descriptor: number;
  readonly stats: Stats;
}

// Without O_NONBLOCK, opening a pipe that somebody put there would wait for ever.
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** Opens the file at a place, if it exists. Refuses anything but a regular file that is not protected. */
export async function openRegularFile(
  folder: FolderHandle,
  place: Place,
  action: string,
): Promise<RegularFile | undefined> {
  const path = folder.at(basename(place.path));
  // Checked before it is opened, because opening a device can have effects.
  const seen = lstatSync(path, { throwIfNoEntry: false });
  if (seen === undefined) return undefined;
  await refuseOther(seen, place, action);
  const descriptor = openSync(path, READ_FLAGS);
  try {
    const stats = fstatSync(descriptor);
    await refuseOther(stats, place, action);
    folder.verify();
    return { descriptor, stats, [Symbol.asyncDispose]: async () => closeSync(descriptor) };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

// A longer synchronous read would block other work. A shorter one costs less than an asynchronous read.
const MAX_SYNC_READ = 64 << 10;

const readPiece = promisify(read);

/** Reads at most `maxBytes` of an open file. Throws `tooLarge` if it is larger or grows during the read. */
export async function readWhole(
  file: RegularFile,
  maxBytes: number,
  tooLarge: () => DejimaError,
): Promise<Buffer> {
  if (file.stats.size > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  while (true) {
    const chunk = Buffer.allocUnsafe(Math.max(4096, Math.min(file.stats.size - length + 1, 16 << 20)));
    const bytesRead =
      chunk.length <= MAX_SYNC_READ
        ? readSync(file.descriptor, chunk)
        : (await readPiece(file.descriptor, chunk, 0, chunk.length, null)).bytesRead;
    if (bytesRead === 0) return chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks);
    length += bytesRead;
    if (length > maxBytes) throw tooLarge();
    chunks.push(chunk.subarray(0, bytesRead));
  }
}

/** Identifies one state of a file. */
export type FileStamp = Pick<Stats, "ino" | "dev" | "size" | "mtimeMs" | "ctimeMs">;

/** Whether two stats show the same file with the same content, as far as the system tells. */
export function isUnchanged(before: FileStamp, after: FileStamp): boolean {
  return (
    before.ino === after.ino &&
    before.dev === after.dev &&
    before.size === after.size &&
    before.mtimeMs === after.mtimeMs &&
    before.ctimeMs === after.ctimeMs
  );
}

/** For `catch`: `undefined` for something that does not exist. Rethrows other errors. */
export function undefinedIfMissing(error: unknown): undefined {
  if (errnoOf(error) === "ENOENT") return undefined;
  throw error;
}

async function refuseOther(stats: Stats, place: Place, action: string): Promise<void> {
  const cannot = `Cannot ${action} ${quotePath(place.requested)}:`;
  const details = { path: printable(place.requested) };
  if (stats.isDirectory()) {
    throw new DejimaError("invalid_input", `${cannot} it is a folder. Name a file in it`, details);
  }
  if (stats.isSymbolicLink()) {
    throw new DejimaError("path_blocked", `${cannot} it was replaced by a link. Try again`, details);
  }
  if (!stats.isFile()) {
    throw new DejimaError(
      "path_blocked",
      `${cannot} it is a device, a pipe or a socket. Only regular files can be used`,
      details,
    );
  }
  if (await place.protection.coversFile(stats)) {
    throw new DejimaError("path_blocked", `${cannot} ${PROTECTED}`, details);
  }
}
