import { resolve } from "node:path";
import type { FileAccess, Withheld } from "../contract/data/file-access.ts";
import type { FileAccessOptions, FileGuard } from "../contract/data/file-guard.ts";
import { SENSITIVE_NAMES } from "../contract/data/sensitive-names.ts";
import type { CallAccess } from "./call-access.ts";
import { createFileRepair } from "./file-repair.ts";
import { createGuardedDisk, type GuardedDisk, type GuardedDiskOptions } from "./guarded-disk.ts";
import { deleteFile, moveFile } from "./move-and-delete.ts";
import { fileInfo, readFile } from "./read-file.ts";
import type { PathTest } from "./search/compile-glob.ts";
import type { RunProgram } from "./search/match-lines.ts";
import type { SetApartPlace } from "./set-apart/set-apart-place.ts";
import { copiesFolder, createUndoJournal } from "./undo/undo-journal.ts";
import { writeFile } from "./write-file.ts";

export interface FileGuardOptions extends GuardedDiskOptions {
  /** Names that are left out of listings and searches. Default: `SENSITIVE_NAMES`. */
  readonly sensitivePatterns?: readonly string[];
  /** Larger files cannot be changed, because their content could not be kept. */
  readonly undoMaxBytes?: number;
  /** Larger trees are not saved while a program works in them: that would take longer than most programs run. */
  readonly undoMaxFiles?: number;
  /** Where self-starting files of programs are moved. */
  readonly setApart?: SetApartPlace;
  /** Starts ripgrep. Without it, the built-in search is used. */
  readonly runProgram?: RunProgram;
}

const NOTHING_WITHHELD: Withheld = {
  hides: () => false,
  isSecret: () => false,
  couldBeSecret: () => false,
  locks: () => false,
};
const UNDO_MAX_BYTES = 64 << 20;
const UNDO_MAX_FILES = 20_000;

/** Creates the guard in front of the disk. */
export function createFileGuard(options: FileGuardOptions): FileGuard {
  const disk = createGuardedDisk(options);
  disk.catch(() => {}); // every use of the guard gets the error
  let compiled: Promise<PathTest> | undefined;
  const sensitive = () => (compiled ??= compileSensitive(options.sensitivePatterns));
  return {
    workspace: options.workspace,
    canonical: async (path) => (await (await disk).locate(path)).canonical,
    startingNames: async (path) => (await disk).startingNames(path),
    open: (call) => openAccess(disk, call, { ...options, sensitive }),
    repair: async () => createFileRepair(await disk, options.setApart),
    async watch(folders, owner) {
      const { setApart: place } = options;
      if (place === undefined) return { begin: () => async () => ({}), close: async () => {} };
      const { watchFolders } = await import("./set-apart/watch-folders.ts");
      return watchFolders(await disk, folders, { place, owner });
    },
    async settleLeftOver() {
      if (options.setApart === undefined) return [];
      const { settleLeftOver } = await import("./set-apart/set-apart-place.ts");
      return settleLeftOver(await disk, options.setApart);
    },
  };
}

function openAccess(
  disk: Promise<GuardedDisk>,
  call: FileAccessOptions,
  options: FileGuardOptions & { readonly sensitive: () => Promise<PathTest> },
): FileAccess {
  const journal = createUndoJournal(call.undoFolder, call.callId, call.onKept);
  const { undoMaxBytes = UNDO_MAX_BYTES, undoMaxFiles = UNDO_MAX_FILES, runProgram } = options;
  const { signal, permits, witness, callId, unsaved, withheld = NOTHING_WITHHELD } = call;
  const access = async (): Promise<CallAccess> => ({
    disk: await disk,
    journal,
    undoMaxBytes,
    undoMaxFiles,
    signal,
    permits,
    witness,
    callId,
    unsaved,
    setApart: options.setApart,
    withheld,
  });
  return {
    workspace: options.workspace,
    read: async (path, limits) => readFile(await access(), path, limits),
    write: async (path, content, expectation) => writeFile(await access(), path, content, expectation),
    delete: async (path) => deleteFile(await access(), path),
    move: async (from, to) => moveFile(await access(), from, to),
    info: async (path) => fileInfo(await access(), path),
    async keep(folders) {
      const { keepFolders } = await import("./undo/keep-folders.ts");
      return keepFolders(await access(), folders, copiesFolder(call.undoFolder, call.callId));
    },
    follow: (watch) => watch.begin({ callId, witness }),
    async masks(folders) {
      const { findMasks } = await import("./mask/find-masks.ts");
      const mounted = folders.map(({ path, access }) => ({ path: resolve(options.workspace, path), access }));
      return findMasks(mounted, withheld);
    },
    // Loaded on first use, because patterns need their own engine.
    async list(path, how) {
      const { listFiles } = await import("./search/list-files.ts");
      return listFiles(await access(), path, { ...how, sensitive: await options.sensitive() });
    },
    async search(path, pattern, how) {
      const { searchFiles } = await import("./search/search-files.ts");
      const settings = { sensitive: await options.sensitive(), runProgram };
      return searchFiles(await access(), path, pattern, { ...how, ...settings });
    },
  };
}

async function compileSensitive(patterns: readonly string[] | undefined): Promise<PathTest> {
  const sensitiveNames = await import("./search/compile-glob.ts");
  return sensitiveNames.compileSensitive(patterns ?? SENSITIVE_NAMES);
}
