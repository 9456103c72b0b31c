import { constants } from "node:fs";
import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { DejimaError } from "../../contract/error.ts";

/** Reads a file of a skill. A link, a `..` or an absolute path that leads out of the folder is refused, and so are devices. */
export async function readInside(
  folder: string,
  path: string,
  { maxBytes }: { maxBytes: number },
): Promise<Buffer> {
  const target = await realPathInside(folder, path);
  // Non-blocking: opening a pipe that nobody writes to would wait for ever.
  const file = await open(target, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error) => {
      throw cannotRead(path, error instanceof Error ? error.message : String(error));
    },
  );
  try {
    await assertSame(file, folder, path, target);
    const { size } = await file.stat();
    if (size > maxBytes) throw tooLarge(path, size, maxBytes);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** The real path of a file inside the folder; throws `path_blocked` when it is elsewhere, `io_error` when it is nowhere. */
export async function realPathInside(folder: string, path: string): Promise<string> {
  if (path.includes("\0")) throw blocked(path);
  const root = await realpath(folder).catch(() => undefined);
  const target = await realpath(join(folder, path)).catch(() => undefined);
  if (root === undefined || target === undefined) throw cannotRead(path, "no such file in this skill");
  if (!target.startsWith(root + sep)) throw blocked(path);
  return target;
}

/** What was checked must be what was opened, though somebody may have swapped it in between. */
async function assertSame(file: FileHandle, folder: string, path: string, target: string): Promise<void> {
  const opened = await file.stat();
  if (!opened.isFile()) throw cannotRead(path, "it is not a file");
  const now = await stat(await realPathInside(folder, path));
  if (now.ino !== opened.ino || now.dev !== opened.dev)
    throw cannotRead(target, "it changed while it was opened");
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
