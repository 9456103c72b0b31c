import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  fsync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
} from "node:fs";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { errnoOf } from "../support/disk/errno.ts";
import { lazily } from "../support/once.ts";

/**
 * How an open folder is addressed. `descriptor`: names are looked up in the open folder itself, whatever happens to its path (Linux
 * with /proc). `recheck`: names are looked up by path, and the path is checked again afterwards. This is weaker: an attacker who
 * swaps a folder for a link and back between two checks can have an empty temporary file created outside, or a file outside opened
 * for reading. `verify` then most likely notices, and nothing is returned.
 */
export type FolderAnchoring = "descriptor" | "recheck";

/** An open folder that is known to be the one at `path`, without any link in the path. */
export interface FolderHandle extends AsyncDisposable {
  readonly path: string;
  readonly descriptor: number;
  /** The path of the folder itself, for listing. */
  readonly self: string;
  /** The path of an entry in this very folder. */
  at(name: string): string;
  /** Throws if the folder is no longer the one that was opened. Does nothing if that cannot happen. */
  verify(): void;
  /** Makes changes of its entries durable, if the file system can. */
  sync(): Promise<void>;
}

const FOLDER_FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Finds out how open folders can be addressed on this machine. */
export async function detectAnchoring(): Promise<FolderAnchoring> {
  if (process.platform !== "linux") return "recheck";
  return realpath("/proc/self/fd").then(
    () => "descriptor",
    () => "recheck",
  );
}

/** Syncs a folder. Ignores file systems that cannot: the change itself has already been made. */
export async function syncFolder(descriptor: number): Promise<void> {
  await promisify(fsync)(descriptor).catch((error: unknown) => {
    if (!CANNOT_SYNC.has(errnoOf(error) ?? "")) throw error;
  });
}

const CANNOT_SYNC = new Set(["EINVAL", "ENOTSUP", "EOPNOTSUPP", "EROFS"]);

/**
 * Opens the folder at a path without links. Fails with `ELOOP` if the path contains one by now. Opens and closes synchronously,
 * because an asynchronous step costs twenty times as much.
 */
export async function openFolder(path: string, anchoring: FolderAnchoring): Promise<FolderHandle> {
  const descriptor = openNow(path);
  const anchored = anchoring === "descriptor";
  const self = anchored ? `/proc/self/fd/${descriptor}` : path;
  const verify = () => {
    if (anchored) return;
    const [current, opened] = [lstatSync(path), fstatSync(descriptor)];
    if (realpathSync.native(path) !== path || current.ino !== opened.ino || current.dev !== opened.dev)
      throw changed(path);
  };
  try {
    if ((anchored ? readlinkSync(self) : realpathSync.native(path)) !== path) throw changed(path);
    verify();
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  const closeOnce = lazily(() => closeSync(descriptor));
  return {
    path,
    descriptor,
    self,
    at: (name) => join(self, name),
    verify,
    sync: () => syncFolder(descriptor),
    [Symbol.asyncDispose]: async () => closeOnce(),
  };
}

/** The entries of an open folder, for surveys of whole trees: thousands of small checks are many times faster synchronously. */
export interface ListedFolder extends Disposable {
  readonly entries: readonly Dirent[];
  /** The path of an entry in this very folder. */
  at(name: string): string;
}

/** Lists the folder at a path without links. Returns `undefined` if it does not exist or cannot be opened. */
export function listFolder(path: string, anchoring: FolderAnchoring): ListedFolder | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, FOLDER_FLAGS);
    const self = anchoring === "descriptor" ? `/proc/self/fd/${descriptor}` : path;
    if ((anchoring === "descriptor" ? readlinkSync(self) : realpathSync.native(path)) !== path)
      throw changed(path);
    const opened = descriptor;
    return {
      entries: readdirSync(self, { withFileTypes: true }),
      at: (name) => join(self, name),
      [Symbol.dispose]: () => closeSync(opened),
    };
  } catch {
    if (descriptor !== undefined) closeSync(descriptor);
    return undefined;
  }
}

// With O_DIRECTORY, a link gives ENOTDIR on some systems. It is detected here, so that it is reported as a link.
function openNow(path: string): number {
  try {
    return openSync(path, FOLDER_FLAGS);
  } catch (error) {
    const stats = errnoOf(error) === "ENOTDIR" ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
    throw stats?.isSymbolicLink() ? changed(path) : error;
  }
}

function changed(path: string): Error {
  return Object.assign(new Error(`a link has taken the place of ${path}`), { code: "ELOOP" });
}
