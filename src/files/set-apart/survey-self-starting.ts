import {
  chmodSync,
  closeSync,
  constants,
  type Dirent,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  type Stats,
} from "node:fs";
import { basename, dirname, isAbsolute } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isGitFolder } from "../../contract/self-starting/git-pointers.ts";
import { leadsToSelfStarting, selfStarting } from "../../contract/self-starting/self-starting.ts";
import { defined } from "../../support/defined.ts";
import { isInside } from "../../support/paths.ts";
import { foldPath } from "../../text/fold-path.ts";
import type { ListedFolder } from "../folder-handle.ts";
import type { GuardedDisk } from "../guarded-disk.ts";
import { resolveLinks } from "../path/resolve-links.ts";
import { linksAbove, linksOfConfig, linksOfRepository, type StartingLink } from "../path/starting-links.ts";
import type { FileStamp } from "../regular-file.ts";

/** The state of a self-starting file at one moment. */
export interface SelfStartingFile {
  readonly path: string;
  /** The name under which it is judged: the path below the folder, or Git's name for it in a repository of another name. */
  readonly name: string;
  readonly why: string;
  readonly type: "file" | "link" | "other";
  readonly stats: FileStamp & Pick<Stats, "mode" | "uid" | "gid">;
  /** The content, or the target of a link. `undefined` for a file that is too large to be kept. */
  readonly content: Buffer | undefined;
}

export interface SelfStartingSurvey {
  readonly files: ReadonlyMap<string, SelfStartingFile>;
  readonly links: readonly StartingLink[];
  /** Why not everything was checked. */
  readonly notChecked?: string;
}

/** The results of the survey before a program ran. */
interface EarlierSurvey {
  /** Links whose targets are checked. Default: those that are found. */
  readonly links?: readonly StartingLink[];
  /** Makes folders listable that are not: files in such a folder can still be started. */
  readonly unlock?: boolean;
  readonly maxEntries?: number;
}

const MAX_ENTRIES = 400_000;
/** Limit on the total number of names in the paths of all visited folders, because each is opened by its whole path. */
export const MAX_STEPS = 4_000_000;
const MAX_BYTES = 8 << 20;
/** The number of names in the longest pattern of the table. */
const MAX_PATTERN_NAMES = 3;
/** After this many folders, other work gets its turn. */
const FOLDERS_PER_TURN = 20;
const TOO_MANY =
  "the folder contains too many files, or folders nested too deep, to look for self-starting ones in all of it";

/** The part of the disk that a survey needs. */
export type SurveyDisk = Pick<GuardedDisk, "openFolder" | "listFolder" | "shown">;

/**
 * Finds every self-starting file below folders, passed as canonical paths, including ignored ones and Dejima's own. Files count by
 * their names in the workspace, even if the folder is only a part of it. Targets of links and repository configs count under the
 * names that lead to them.
 */
export async function surveySelfStarting(
  disk: SurveyDisk,
  starts: readonly string[],
  {
    except,
    links: known,
    unlock = false,
    maxEntries = MAX_ENTRIES,
  }: EarlierSurvey & { except: readonly string[] },
): Promise<SelfStartingSurvey> {
  const files = new Map<string, SelfStartingFile>();
  const found: StartingLink[] = [];
  let seen = 0;
  let folders = 0;
  let steps = 0;
  let notChecked: string | undefined;

  // Upper folders first: if not all can be checked, those matter most.
  async function walk(top: string, name: string): Promise<void> {
    const pending = [{ path: top, relative: name, depth: top.split("/").length }];
    for (const { path: folderPath, relative: above, depth } of pending) {
      steps += depth;
      if (steps > MAX_STEPS) {
        notChecked = TOO_MANY;
        return;
      }
      using folder = listFolder(disk, folderPath, unlock);
      folders += 1;
      if (folders % FOLDERS_PER_TURN === 0) await nextTurn();
      if (folder === undefined) {
        if (exists(folderPath)) notChecked ??= `"${disk.shown(folderPath)}" cannot be listed`;
        continue;
      }
      const { entries } = folder;
      const named = isUnnamedRepository(above, entries) ? `${above === "" ? "" : `${above}/`}.git` : above;
      seen += entries.length;
      if (seen > maxEntries) {
        notChecked = TOO_MANY;
        return;
      }
      for (const entry of entries) {
        const relative = named === "" ? entry.name : `${named}/${entry.name}`;
        const path = `${folderPath === "/" ? "" : folderPath}/${entry.name}`;
        if (entry.isDirectory()) {
          if (!isObjectFolder(relative, entry.name) && !except.some((own) => isInside(path, own)))
            pending.push({ path, relative, depth: depth + 1 });
          continue;
        }
        const why = reason(relative, entry);
        if (why === undefined) continue;
        const one = inspect(folder, entry.name, { path, name: relative, why });
        if (one === undefined) continue;
        files.set(path, one);
        if (known !== undefined) continue;
        if (one.type === "link") {
          const target = resolveLinks(path);
          // A link to a folder above itself would make everything count.
          if (!isInside(folderPath, target)) found.push({ target, name: relative });
        }
        if (entry.name === ".git") found.push(...(await linksOfRepository(path, relative)));
        else found.push(...(await linksOfConfig(path, relative)));
      }
    }
  }

  for (const start of starts) {
    if (known === undefined) found.push(...(await linksAbove(start, rootOf(disk, start))));
    await walk(start, nameOf(disk, start));
  }
  const links = known ?? found.flatMap((link) => partsOf(link, starts));
  for (const { target, name } of links) {
    using folder = listFolder(disk, dirname(target), unlock);
    const stats = folder && statOf(folder.at(basename(target)));
    if (stats?.isDirectory()) await walk(target, name);
    const why = selfStarting(name)?.why;
    if (folder === undefined || !stats?.isFile() || why === undefined || files.has(target)) continue;
    const one = inspect(folder, basename(target), { path: target, name: target, why });
    if (one !== undefined) files.set(target, one);
  }
  return { files, links, ...defined({ notChecked }) };
}

/** The part of a link's target that is in the folders. A folder below the target starts under a longer name. */
function partsOf({ target, name }: StartingLink, starts: readonly string[]): StartingLink[] {
  if (starts.some((start) => start !== target && isInside(target, start))) return [{ target, name }];
  return starts
    .filter((start) => isInside(start, target))
    .map((start) => ({ target: start, name: `${name}${start.slice(target.length)}` }));
}

/** Whether Git takes a folder for a repository although its name does not show it. */
function isUnnamedRepository(name: string, entries: readonly Dirent[]): boolean {
  return (
    isGitFolder(entries.map((entry) => entry.name)) &&
    !/(?:^|\/)\.git(?:$|\/(?:modules|worktrees)\/)/.test(foldPath(name))
  );
}

/** The prefix of the names of files in a folder: its path in the workspace, or its last names elsewhere. */
function nameOf(disk: SurveyDisk, start: string): string {
  const shown = disk.shown(start);
  if (!isAbsolute(shown)) return shown === "." ? "" : shown;
  return start.split("/").slice(-MAX_PATTERN_NAMES).join("/");
}

/** The top folder up to which links to a folder are searched. */
function rootOf(disk: SurveyDisk, start: string): string {
  const shown = disk.shown(start);
  if (isAbsolute(shown)) return dirname(start);
  return shown === "." ? start : start.slice(0, -shown.length - 1);
}

function listFolder(disk: SurveyDisk, path: string, unlock: boolean): ListedFolder | undefined {
  const found = disk.listFolder(path);
  if (found !== undefined || !unlock) return found;
  const stats = statOf(path);
  if (!stats?.isDirectory()) return undefined;
  try {
    chmodSync(path, (stats.mode & 0o7777) | 0o700);
  } catch {
    // If it cannot be unlocked, the program did not lock it.
  }
  return disk.listFolder(path);
}

const exists = (path: string): boolean => statOf(path) !== undefined;

/** The stats of a path. Returns `undefined` if nothing exists, or if the path is too deep to be named. */
export function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Why the entry starts something. Packages contain their own build files, which nobody runs where they are. */
function reason(relative: string, entry: Dirent): string | undefined {
  const family = selfStarting(relative);
  if (family !== undefined && (family.insidePackages || !isInPackages(relative))) return family.why;
  return entry.isSymbolicLink() && leadsToSelfStarting(relative)
    ? "it is a link in place of a folder of such files"
    : undefined;
}

function inspect(
  folder: ListedFolder,
  entry: string,
  file: Pick<SelfStartingFile, "path" | "name" | "why">,
): SelfStartingFile | undefined {
  const place = folder.at(entry);
  const stats = statOf(place);
  if (stats === undefined) return undefined;
  if (!stats.isSymbolicLink() && !stats.isFile())
    return { ...file, stats, type: "other", content: undefined };
  const type = stats.isFile() ? "file" : "link";
  try {
    const read = () => (stats.size > MAX_BYTES ? undefined : readRegular(place));
    return { ...file, stats, type, content: type === "file" ? read() : Buffer.from(readlinkSync(place)) };
  } catch {
    return { ...file, stats, type, content: undefined };
  }
}

/** Reads a regular file. A running program may have replaced it: a link is not followed, a pipe is not waited for. */
function readRegular(path: string): Buffer {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

// A submodule may be called "objects". Only the object folders inside it are skipped.
function isObjectFolder(relative: string, name: string): boolean {
  if (!/^(?:[0-9a-f]{2}|pack)$/.test(foldPath(name))) return false;
  return /(?:^|\/)\.git\/(?:.*\/)?objects\/(?:[0-9a-f]{2}|pack)$/.test(foldPath(relative));
}

function isInPackages(relative: string): boolean {
  return /(?:^|\/)(?:node_modules|site-packages|dist-packages|vendor\/bundle|\.venv|venv)\//.test(
    foldPath(relative),
  );
}
