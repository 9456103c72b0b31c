import { fstatSync, lstatSync, type Stats } from "node:fs";
import { basename, dirname } from "node:path";
import type { FileInfo, ReadLimits } from "../contract/data/file-access.ts";
import { DejimaError } from "../contract/error.ts";
import { errnoOf } from "../support/disk/errno.ts";
import { type CallAccess, locatePermitted, refuseAfterEnd } from "./call-access.ts";
import { describeErrors, missingFile, printable, quotePath } from "./file-errors.ts";
import type { Place } from "./guarded-disk.ts";
import { openRegularFile, readWhole } from "./regular-file.ts";
import { unsavedText } from "./unsaved-text.ts";

/** Reads a whole file. */
export async function readFile(access: CallAccess, path: string, { maxBytes }: ReadLimits): Promise<Buffer> {
  const place = await locatePermitted(access, path, "file.read");
  const content = await readPlace(access, place, { maxBytes });
  await access.witness?.read(place.canonical, content);
  // A file that is open in an editor is read as the person sees it there.
  const unsaved = await unsavedText(access, place, content);
  if (unsaved === undefined) return content;
  if (unsaved.length > maxBytes) throw tooLarge(path, maxBytes);
  // The marks of the file also apply to its unsaved text.
  await access.witness?.read(place.canonical, unsaved);
  return unsaved;
}

/** Reads the whole file at a known place. */
export async function readPlace(access: CallAccess, place: Place, { maxBytes }: ReadLimits): Promise<Buffer> {
  const path = place.requested;
  const content = await describeErrors("read", path, async () => {
    await using folder = await access.disk.openFolder(dirname(place.path));
    await using file = await openRegularFile(folder, place, "read");
    if (file === undefined) throw missingFile("read", path);
    return await readWhole(file, maxBytes, () => tooLarge(path, maxBytes));
  });
  refuseAfterEnd(access);
  return content;
}

function tooLarge(path: string, maxBytes: number): DejimaError {
  return new DejimaError(
    "too_large",
    `Cannot read ${quotePath(path)}: it is larger than ${maxBytes} bytes. Search it for what you need instead`,
    { path: printable(path), maxBytes },
  );
}

/** The stats of a file or folder without opening it. Returns `undefined` if it does not exist. */
export async function fileInfo(access: CallAccess, path: string): Promise<FileInfo | undefined> {
  const place = await locatePermitted(access, path, "file.read");
  const stats = await describeErrors("look at", path, () => lookAt(access, place));
  refuseAfterEnd(access);
  return stats === undefined ? undefined : describeEntry(access.disk.shown(place.canonical), stats);
}

/** A file or folder as listings describe it. */
export function describeEntry(path: string, stats: Stats): FileInfo {
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
    return fstatSync(folder.descriptor);
  } catch {
    // Not a folder, or one that cannot be opened: ask its parent folder.
  }
  try {
    await using folder = await access.disk.openFolder(dirname(place.path));
    const stats = lstatSync(folder.at(basename(place.path)));
    folder.verify();
    return stats;
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

/** The text of a file: UTF-8, or UTF-16 with a byte order mark. Returns `undefined` if it is binary, that is, contains NUL. */
export function decodeText(content: Buffer): string | undefined {
  if (content[0] === 0xff && content[1] === 0xfe)
    return withoutNul(new TextDecoder("utf-16le").decode(content));
  if (content[0] === 0xfe && content[1] === 0xff)
    return withoutNul(new TextDecoder("utf-16be").decode(content));
  return content.includes(0) ? undefined : new TextDecoder("utf-8").decode(content);
}

function withoutNul(text: string): string | undefined {
  return text.includes("\0") ? undefined : text;
}
