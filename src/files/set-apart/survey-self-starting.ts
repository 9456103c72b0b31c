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
import { foldPath } from "../../contract/self-starting/fold-path.ts";
import { isGitFolder } from "../../contract/self-starting/git-folder.ts";
import { leadsToSelfStarting, selfStarting } from "../../contract/self-starting/self-starting.ts";
import { defined } from "../../support/defined.ts";
import { isInside } from "../../support/paths.ts";
import type { ListedFolder } from "../folder-handle.ts";
import type { GuardedDisk } from "../guarded-disk.ts";
import { resolveLinks } from "../path/resolve-links.ts";
import { linksAbove, linksOfConfig, linksOfRepository, type StartingLink } from "../path/starting-links.ts";
import type { FileStamp } from "../regular-file.ts";

/** A self-starting file as it stood at one moment. */
export interface SelfStartingFile {
  readonly path: string;
  /** The name by which its content is read: the path below the folder, or what a repository of another name makes of it. */
  readonly name: string;
  readonly why: string;
  readonly type: "file" | "link" | "other";
  readonly stats: FileStamp & Pick<Stats, "mode" | "uid" | "gid">;
  /** The target of a link; `undefined` for a file that is too large to be kept. */
  readonly content: Buffer | undefined;
}

export interface SelfStartingSurvey {
  readonly files: ReadonlyMap<string, SelfStartingFile>;
  readonly links: readonly StartingLink[];
  /** Why not everything was looked at. */
  readonly notChecked?: string;
}

/** What is known from the survey before a program ran. */
interface EarlierSurvey {
  /** Links whose targets are looked at; without an earlier survey, those that are found. */
  readonly links?: readonly StartingLink[];
  /** Open folders that cannot be listed: who makes a folder so can still have files in it started. */
  readonly unlock?: boolean;
  readonly maxEntries?: number;
}

const MAX_ENTRIES = 400_000;
/** Each folder is opened by its whole path: the names on the ways to all of them, which is what deep nesting makes many. */
export const MAX_STEPS = 4_000_000;
const MAX_BYTES = 8 << 20;
/** The longest pattern of the table has so many names. */
const NAMES_THAT_COUNT = 3;
/** Others get their turn in between. */
const FOLDERS_AT_ONCE = 20;
const TOO_MANY =
  "the folder holds too many files, or folders nested too deep, to look for self-starting ones in all of it";

/** The part of the disk that a survey needs. */
export type SurveyDisk = Pick<GuardedDisk, "openFolder" | "listFolder" | "shown">;

/**
 * Finds every self-starting file below folders, given by true path: ignored ones and Dejima's own included. Files count by their
 * names in the workspace, also where the folder itself is only a part of it. What links and configs of repositories lead to
 * counts as what they make of it.
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

  // The upper folders first: where not all can be looked at, those matter most.
  async function walk(top: string, name: string): Promise<void> {
    const pending = [{ path: top, relative: name, depth: top.split("/").length }];
    for (const { path: way, relative: above, depth } of pending) {
      steps += depth;
      if (steps > MAX_STEPS) {
        notChecked = TOO_MANY;
        return;
      }
      using folder = listed(disk, way, unlock);
      folders += 1;
      if (folders % FOLDERS_AT_ONCE === 0) await nextTurn();
      if (folder === undefined) {
        if (exists(way)) notChecked ??= `"${disk.shown(way)}" cannot be listed`;
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
        const path = `${way === "/" ? "" : way}/${entry.name}`;
        if (entry.isDirectory()) {
          if (!isLeftOut(relative, entry.name) && !except.some((own) => isInside(path, own)))
            pending.push({ path, relative, depth: depth + 1 });
          continue;
        }
        const why = reason(relative, entry);
        if (why === undefined) continue;
        const one = look(folder, entry.name, { path, name: relative, why });
        if (one === undefined) continue;
        files.set(path, one);
        if (known !== undefined) continue;
        if (one.type === "link") {
          const target = resolveLinks(path);
          // A link to a folder above itself would make everything count.
          if (!isInside(way, target)) found.push({ target, name: relative });
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
    using folder = listed(disk, dirname(target), unlock);
    const stats = folder && statOf(folder.at(basename(target)));
    if (stats?.isDirectory()) await walk(target, name);
    const why = selfStarting(name)?.why;
    if (folder === undefined || !stats?.isFile() || why === undefined || files.has(target)) continue;
    const one = look(folder, basename(target), { path: target, name: target, why });
    if (one !== undefined) files.set(target, one);
  }
  return { files, links, ...defined({ notChecked }) };
}

/** What of a link's target lies in the folders. A folder that lies below the target starts under a longer name. */
function partsOf({ target, name }: StartingLink, starts: readonly string[]): StartingLink[] {
  if (starts.some((start) => start !== target && isInside(target, start))) return [{ target, name }];
  return starts
    .filter((start) => isInside(start, target))
    .map((start) => ({ target: start, name: `${name}${start.slice(target.length)}` }));
}

/** Whether Git takes a folder for a repository that its name does not show to be one. */
function isUnnamedRepository(name: string, entries: readonly Dirent[]): boolean {
  return (
    isGitFolder(entries.map((entry) => entry.name)) &&
    !/(?:^|\/)\.git(?:$|\/(?:modules|worktrees)\/)/.test(foldPath(name))
  );
}

/** How the names of the files in a folder begin: with its path in the workspace, or with its last names elsewhere. */
function nameOf(disk: SurveyDisk, start: string): string {
  const shown = disk.shown(start);
  if (!isAbsolute(shown)) return shown === "." ? "" : shown;
  return start.split("/").slice(-NAMES_THAT_COUNT).join("/");
}

/** How far up links to a folder are looked for. */
function rootOf(disk: SurveyDisk, start: string): string {
  const shown = disk.shown(start);
  if (isAbsolute(shown)) return dirname(start);
  return shown === "." ? start : start.slice(0, -shown.length - 1);
}

function listed(disk: SurveyDisk, path: string, unlock: boolean): ListedFolder | undefined {
  const found = disk.listFolder(path);
  if (found !== undefined || !unlock) return found;
  const stats = statOf(path);
  if (!stats?.isDirectory()) return undefined;
  try {
    chmodSync(path, (stats.mode & 0o7777) | 0o700);
  } catch {
    // Whoever cannot open it is not who made it so.
  }
  return disk.listFolder(path);
}

const exists = (path: string): boolean => statOf(path) !== undefined;

/** What is there; `undefined` also where a program has nested folders deeper than a path can name. */
export function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Why the entry starts something. Packages bring build files of their own, which nobody runs where they lie. */
function reason(relative: string, entry: Dirent): string | undefined {
  const family = selfStarting(relative);
  if (family !== undefined && (family.insidePackages || !isInPackages(relative))) return family.why;
  return entry.isSymbolicLink() && leadsToSelfStarting(relative)
    ? "it stands in for a folder of such files"
    : undefined;
}

function look(
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

/** A program that still runs may have put something else there meanwhile: a link is not followed, a pipe not waited for. */
function readRegular(path: string): Buffer {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

// A submodule may be called "objects": only what lies in such a folder by its own names is no news.
function isLeftOut(relative: string, name: string): boolean {
  if (!/^(?:[0-9a-f]{2}|pack)$/.test(foldPath(name))) return false;
  return /(?:^|\/)\.git\/(?:.*\/)?objects\/(?:[0-9a-f]{2}|pack)$/.test(foldPath(relative));
}

function isInPackages(relative: string): boolean {
  return /(?:^|\/)(?:node_modules|site-packages|dist-packages|vendor\/bundle|\.venv|venv)\//.test(
    foldPath(relative),
  );
}
