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
import { lazily } from "../support/once.ts";
import { errnoOf } from "./file-errors.ts";

/**
 * `descriptor`: names are looked up in the open folder itself, whatever happens to its path (Linux with /proc).
 * `recheck`: names are looked up by path, and the path is checked again afterwards. Weaker: whoever swaps a folder for a
 * link and back in the moment between two checks can have an empty temporary file made outside, or a file outside opened
 * for reading, though `verify` then most likely notices and nothing of it is handed on.
 */
export type FolderAnchoring = "descriptor" | "recheck";

/** An open folder, known to be the one at `path` without any link on the way. */
export interface FolderHandle extends AsyncDisposable {
  readonly path: string;
  readonly descriptor: number;
  /** The folder itself, for listing. */
  readonly self: string;
  /** The way to an entry of this very folder. */
  at(name: string): string;
  /** Throws when the folder is no longer what was opened. Free of charge where it cannot happen. */
  verify(): void;
  /** Makes what happened to its names durable, where the file system can. */
  sync(): Promise<void>;
}

const FOLDER_FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Finds out how folders can be held on this machine. */
export async function detectAnchoring(): Promise<FolderAnchoring> {
  if (process.platform !== "linux") return "recheck";
  return realpath("/proc/self/fd").then(
    () => "descriptor",
    () => "recheck",
  );
}

/** Syncs a folder. File systems that cannot are left alone: the change itself has been made by then. */
export async function syncFolder(descriptor: number): Promise<void> {
  await promisify(fsync)(descriptor).catch((error: unknown) => {
    if (!CANNOT_SYNC.has(errnoOf(error) ?? "")) throw error;
  });
}

const CANNOT_SYNC = new Set(["EINVAL", "ENOTSUP", "EOPNOTSUPP", "EROFS"]);

/**
 * Opens the folder at a path that holds no links; fails with `ELOOP` when by now it does. Opens and closes it at once: a
 * step that waits costs twenty times as much.
 */
export async function openFolder(path: string, anchoring: FolderAnchoring): Promise<FolderHandle> {
  const descriptor = openNow(path);
  const anchored = anchoring === "descriptor";
  const self = anchored ? `/proc/self/fd/${descriptor}` : path;
  const verify = () => {
    if (anchored) return;
    const [seen, held] = [lstatSync(path), fstatSync(descriptor)];
    if (realpathSync.native(path) !== path || seen.ino !== held.ino || seen.dev !== held.dev)
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

/** The entries of an open folder, for surveys of whole trees: thousands of small looks are many times faster without waiting. */
export interface ListedFolder extends Disposable {
  readonly entries: readonly Dirent[];
  /** The way to an entry of this very folder. */
  at(name: string): string;
}

/** Lists the folder at a path that holds no links; `undefined` if there is none or it does not open. */
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

// With O_DIRECTORY a link gives ENOTDIR on some systems; it is told apart so that it reads as what it is.
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
