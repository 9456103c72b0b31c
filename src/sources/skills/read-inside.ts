import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { thrownText } from "../../support/thrown-text.ts";

/** Non-blocking, because opening a pipe without a writer would wait for ever. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const SMALL_BYTES = 65_536;

/** Reads a file of a skill. Refuses devices, and links and paths that lead out of the folder. */
export async function readInside(
  folder: string,
  path: string,
  { maxBytes }: { maxBytes: number },
): Promise<Buffer> {
  const small = readSmall(folder, path, maxBytes);
  if (small !== undefined) return small;
  await using file = await openInside(folder, path);
  const info = await file.stat();
  if (!info.isFile()) throw cannotRead(path, "it is not a file");
  if (info.size > maxBytes) throw tooLarge(path, info.size, maxBytes);
  return await file.readFile();
}

/** Reads a small file at the top of the folder synchronously, which is faster than handing it to another thread. */
function readSmall(folder: string, path: string, maxBytes: number): Buffer | undefined {
  if (!isPlainName(path)) return undefined;
  let file: number | undefined;
  try {
    file = openSync(join(folder, path), FLAGS);
    const info = fstatSync(file);
    return info.isFile() && info.size <= Math.min(SMALL_BYTES, maxBytes) ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** A plain name that is not a link cannot lead out of the folder. */
function isPlainName(path: string): boolean {
  return /^[\w.-]+$/.test(path) && path !== ".." && path !== ".";
}

async function openInside(folder: string, path: string): Promise<FileHandle> {
  if (isPlainName(path)) {
    const direct = await open(join(folder, path), FLAGS).catch(() => undefined);
    if (direct !== undefined) return direct;
  }
  const target = await realPathInside(folder, path);
  const file = await open(target, FLAGS).catch((error) => {
    throw cannotRead(path, thrownText(error));
  });
  try {
    await assertSame(file, folder, path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The real path of a file inside the folder. Throws `path_blocked` if it is outside, `io_error` if it does not exist. */
async function realPathInside(folder: string, path: string): Promise<string> {
  if (path.includes("\0")) throw blocked(path);
  const root = await realpath(folder).catch(() => undefined);
  const target = await realpath(join(folder, path)).catch(() => undefined);
  if (root === undefined || target === undefined) throw cannotRead(path, "the skill does not have this file");
  if (!target.startsWith(root + sep)) throw blocked(path);
  return target;
}

/** Checks that the opened file is the one that was checked, in case somebody swapped it in between. */
async function assertSame(file: FileHandle, folder: string, path: string): Promise<void> {
  const opened = await file.stat();
  const now = await stat(await realPathInside(folder, path));
  if (now.ino !== opened.ino || now.dev !== opened.dev)
    throw cannotRead(path, "it changed while it was opened");
}

function blocked(path: string): DejimaError {
  return new DejimaError("path_blocked", `Cannot read "${shown(path)}": it is outside of the skill`, {
    path: shown(path),
  });
}

function cannotRead(path: string, reason: string): DejimaError {
  return new DejimaError("io_error", `Cannot read "${shown(path)}": ${reason}`, { path: shown(path) });
}

function tooLarge(path: string, size: number, maxBytes: number): DejimaError {
  return new DejimaError(
    "too_large",
    `Cannot read "${shown(path)}": it has ${size} bytes, at most ${maxBytes} are read`,
  );
}

function shown(path: string): string {
  return path.slice(0, 200).replaceAll("\0", "\\0");
}
