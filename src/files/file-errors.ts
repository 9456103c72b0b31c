import { DejimaError } from "../contract/error.ts";
import { errnoOf } from "../support/disk/errno.ts";
import { shortened } from "../text/text-end.ts";
import { visibleLine } from "../text/visible-text.ts";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  ENOTDIR: "a part of its path is a file, not a folder",
  EISDIR: "it is a folder",
  EACCES: "permission denied by the system",
  EPERM: "not permitted by the system",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full. Free some space and try again",
  EDQUOT: "the disk quota is used up. Free some space and try again",
  EFBIG: "it would be larger than the file system allows",
  ENAMETOOLONG: "its name is too long for the file system",
  EMFILE: "too many files are open. Try again later",
  ENFILE: "too many files are open. Try again later",
  ENOTEMPTY: "the folder is not empty",
  EEXIST: "it exists already",
  EIO: "the disk reports an error",
};

/** The error for a file operation that the system refused. Our own errors, and bugs, are returned unchanged. */
export function ioFailure(action: string, path: string, error: unknown): unknown {
  const errno = errnoOf(error);
  if (error instanceof DejimaError || errno === undefined) return error;
  if (errno === "ELOOP") {
    return new DejimaError(
      "path_blocked",
      `Cannot ${action} ${quotePath(path)}: it is a link, and a file or folder was expected. Use the path of its target`,
      { path: printable(path), errno },
      { cause: error },
    );
  }
  return new DejimaError(
    "io_error",
    `Cannot ${action} ${quotePath(path)}: ${REASONS[errno] ?? errno}`,
    { path: printable(path), errno },
    { cause: error },
  );
}

/** Runs work and converts system errors to errors that name the action and the path. */
export async function describeErrors<Result>(
  action: string,
  path: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw ioFailure(action, path, error);
  }
}

/** The error for a file that does not exist. */
export function missingFile(action: string, path: string): DejimaError {
  return new DejimaError("io_error", `Cannot ${action} ${quotePath(path)}: no such file`, {
    path: printable(path),
    errno: "ENOENT",
  });
}

/** The error for a file where a folder was expected. */
export function notAFolder(action: string, path: string): DejimaError {
  return new DejimaError(
    "invalid_input",
    `Cannot ${action} ${quotePath(path)}: it is not a folder. Name a folder, or read the file`,
    { path: printable(path) },
  );
}

const MAX_SHOWN = 200;

/** A path in quotes, for messages. */
export function quotePath(path: string): string {
  return `"${printable(path)}"`;
}

/** A path for people to read: shortened, on one line, without hidden characters. */
export function printable(path: string): string {
  return visibleLine(shortened(path, MAX_SHOWN));
}
