import { closeSync, lstatSync, openSync, readdirSync, readlinkSync, readSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isInside } from "../../support/paths.ts";

/** The folders of programs, in the order of the search path. */
const PROGRAM_FOLDERS = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/sbin", "/sbin"];

/** Below these, each folder belongs to one program. */
const HELPER_FOLDERS = ["/usr/lib", "/usr/libexec", "/usr/local", "/usr/local/lib", "/usr/local/libexec"];

/** What all programs share: libraries and data. */
const SHARED =
  /^(?:.*-linux-(?:gnu|musl).*|lib(?:32|64)?|libexec|share|include|etc|s?bin|locale|gconv|ssl|engines.*|ossl-modules|terminfo)$/;

/** Library folders that may contain a helper program. */
const LIBRARIES = /-linux-(?:gnu|musl)|^lib(?:32|64)$/;

/** The view of a system that has only some of its programs. */
export interface ProgramView {
  /** Arguments of bubblewrap that cover every program but these, with the folders that belong to them. */
  only(programs: readonly string[]): string[];
}

/** Scans the system once: which folders contain programs, and which helpers are among the libraries. */
export function createProgramView(empty: string): ProgramView {
  const folders = PROGRAM_FOLDERS.filter(isFolder);
  const entries = HELPER_FOLDERS.filter(isFolder).flatMap((parent) =>
    readdirSync(parent).map((name) => join(parent, name)),
  );
  const owned = [...entries, "/usr/games"].filter((path) => isFolder(path) && !SHARED.test(basename(path)));
  const libraries = [...entries, "/usr/lib32", "/usr/lib64"].filter(
    (path) => LIBRARIES.test(basename(path)) && isFolder(path),
  );
  const helpers = [...entries.filter(isProgramFile), ...libraries.flatMap(findHelpers)];
  return {
    only(programs) {
      const found = programs.flatMap((name) => locate(name, folders) ?? []);
      const isWanted = (folder: string) =>
        found.some(({ path, real }) => isInside(real, folder) || isNamedAfter(folder, basename(path)));
      const isFound = (file: string) => found.some(({ real }) => real === file);
      const unwanted = owned.filter((path) => !isWanted(path));
      const rebuilt = HELPER_FOLDERS.filter((parent) => isRebuilt(parent, unwanted));
      const isGone = (path: string) => rebuilt.includes(dirname(path));
      return [
        ...rebuilt.flatMap((parent) => rebuild(parent, unwanted)),
        ...unwanted.filter((path) => !isGone(path)).flatMap((path) => ["--ro-bind", empty, path]),
        ...helpers
          .filter((path) => !isFound(path) && !isGone(path))
          .flatMap((path) => ["--ro-bind", "/dev/null", path]),
        ...folders.flatMap((path) => ["--perms", "0755", "--tmpfs", path]),
        ...placed(found, folders),
        ...folders.flatMap((path) => ["--remount-ro", path]),
      ];
    },
  };
}

/** Every mount slows a start down: if few entries of a folder remain, a new folder with only these costs less. */
function isRebuilt(parent: string, unwanted: readonly string[]): boolean {
  if (!isFolder(parent)) return false;
  const names = readdirSync(parent);
  const covered = unwanted.filter((path) => dirname(path) === parent).length;
  return covered > names.length - covered;
}

function rebuild(parent: string, unwanted: readonly string[]): string[] {
  const remaining = readdirSync(parent)
    .map((name) => join(parent, name))
    .filter((path) => !unwanted.includes(path) && !isProgramFile(path));
  return [
    ...["--perms", "0755", "--tmpfs", parent],
    ...remaining.flatMap((path) =>
      lstatSync(path).isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path],
    ),
    ...["--remount-ro", parent],
  ];
}

interface Located {
  readonly path: string;
  readonly real: string;
}

/** Programs are at their real paths; other names are links to them. */
function placed(found: readonly Located[], folders: readonly string[]): string[] {
  const files = new Set(found.map(({ real }) => real).filter((real) => folders.includes(dirname(real))));
  const links = new Map(found.filter(({ path }) => !files.has(path)).map(({ path, real }) => [path, real]));
  return [
    ...[...files].flatMap((path) => ["--ro-bind", path, path]),
    ...[...links].flatMap(([path, real]) => ["--symlink", real, path]),
  ];
}

function locate(name: string, folders: readonly string[]): Located | undefined {
  for (const path of name.startsWith("/") ? [name] : folders.map((folder) => join(folder, name))) {
    try {
      const real = realpathSync(path);
      if (lstatSync(real).isFile()) return { path: join(realpathSync(dirname(path)), basename(path)), real };
    } catch {
      // Not found: the next folder of the path may have it.
    }
  }
  return undefined;
}

/** `git-core` belongs to git and `python3.11` to python3, `bash-completion` not to sh. */
function isNamedAfter(folder: string, program: string): boolean {
  const [before, after] = basename(folder).split(program);
  if (before === undefined || after === undefined || program === "") return false;
  return !/[a-z]$/i.test(before) && !/^[a-z]/i.test(after);
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

const list = (folder: string) => readdirSync(folder, { withFileTypes: true });

const MAGIC = "\x7fELF";

/** The programs in a folder of libraries, at any depth. */
function findHelpers(folder: string): string[] {
  let entries: ReturnType<typeof list>;
  try {
    entries = list(folder);
  } catch {
    return []; // we cannot read it, so nobody inside can either
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return findHelpers(path);
    return entry.isFile() && isProgramFile(path) ? [path] : [];
  });
}

/** Whether a file is machine code to be started, rather than a library or a script. */
function isProgramFile(path: string): boolean {
  if (/\.(?:so|node)(?:\.|$)/.test(path)) return false;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile() || (stats.mode & 0o111) === 0) return false;
  const head = Buffer.alloc(MAGIC.length);
  try {
    const file = openSync(path, "r");
    try {
      readSync(file, head, 0, head.length, 0);
    } finally {
      closeSync(file);
    }
  } catch {
    return true; // a file that cannot be read is covered, too
  }
  return head.toString("latin1") === MAGIC;
}
