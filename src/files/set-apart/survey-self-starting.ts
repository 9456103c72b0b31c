import type { Dirent, Stats } from "node:fs";
import { chmod, lstat, readdir, readFile, readlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { foldPath } from "../../contract/self-starting/fold-path.ts";
import { leadsToSelfStarting, selfStarting } from "../../contract/self-starting/self-starting.ts";
import type { CallAccess } from "../call-access.ts";
import type { FolderHandle } from "../folder-handle.ts";
import type { Place } from "../guarded-disk.ts";
import { isWithin } from "../path/is-within.ts";
import { resolveLinks } from "../path/resolve-links.ts";

/** A self-starting file as it stood at one moment. */
export interface SelfStartingFile {
  readonly path: string;
  readonly why: string;
  readonly type: "file" | "link" | "other";
  readonly stats: Stats;
  /** The target of a link; nothing of a file that is too large to be kept. */
  readonly content: Buffer | undefined;
}

/** A link under a self-starting name: what it leads to is started as well, under that name. */
interface StartingLink {
  /** The true path that it leads to, whether that exists or not. */
  readonly target: string;
  /** The path of the link, relative to the folder that was surveyed. */
  readonly name: string;
}

interface SelfStartingSurvey {
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
const MAX_BYTES = 8 << 20;
const TOO_MANY = "the folder holds too many files to look for self-starting ones in all of it";

/** Finds every self-starting file below folders: ignored ones and Dejima's own included. Links are followed where they stand for one. */
export async function surveySelfStarting(
  access: CallAccess,
  starts: readonly Place[],
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
  let notChecked: string | undefined;

  // The upper folders first: where not all can be looked at, those matter most.
  async function walk(top: string, name: string): Promise<void> {
    const pending = [{ path: top, relative: name }];
    for (const { path: way, relative: above } of pending) {
      await using folder = await openListed(access, way, unlock);
      if (folder === undefined) {
        if (await exists(way)) notChecked ??= `"${access.disk.shown(way)}" cannot be listed`;
        continue;
      }
      const entries = await readdir(folder.self, { withFileTypes: true });
      seen += entries.length;
      if (seen > maxEntries) {
        notChecked = TOO_MANY;
        return;
      }
      for (const entry of entries) {
        const relative = above === "" ? entry.name : `${above}/${entry.name}`;
        const path = join(way, entry.name);
        if (entry.isDirectory()) {
          if (!isLeftOut(relative) && !except.some((own) => isWithin(own, path)))
            pending.push({ path, relative });
          continue;
        }
        const why = reason(relative, entry);
        if (why === undefined) continue;
        const one = await look(folder, entry.name, { path, why });
        if (one === undefined) continue;
        files.set(path, one);
        if (one.type === "link") found.push({ target: await resolveLinks(path), name: relative });
      }
    }
  }

  for (const start of starts) await walk(start.path, "");
  const links = known ?? found.filter(({ target }) => starts.some(({ path }) => isWithin(path, target)));
  for (const { target, name } of links) {
    // A link to a folder above itself would make everything count.
    if (starts.some(({ path }) => isWithin(target, path))) continue;
    await using folder = await openListed(access, dirname(target), unlock);
    const stats = folder && (await lstat(folder.at(basename(target))).catch(() => undefined));
    if (stats?.isDirectory()) await walk(target, name);
    const why = selfStarting(name)?.why;
    if (folder === undefined || !stats?.isFile() || why === undefined || files.has(target)) continue;
    const one = await look(folder, basename(target), { path: target, why });
    if (one !== undefined) files.set(target, one);
  }
  return { files, links, ...(notChecked === undefined ? {} : { notChecked }) };
}

async function openListed(
  { disk }: CallAccess,
  path: string,
  unlock: boolean,
): Promise<FolderHandle | undefined> {
  const open = () => disk.openFolder(path).catch(() => undefined);
  const opened = await open();
  if (opened !== undefined || !unlock) return opened;
  const stats = await lstat(path).catch(() => undefined);
  if (stats?.isDirectory()) await chmod(path, (stats.mode & 0o7777) | 0o700).catch(() => undefined);
  return open();
}

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** Why the entry starts something. Packages bring build files of their own, which nobody runs where they lie. */
function reason(relative: string, entry: Dirent): string | undefined {
  const family = selfStarting(relative);
  if (family !== undefined && (family.insidePackages || !isInPackages(relative))) return family.why;
  return entry.isSymbolicLink() && leadsToSelfStarting(relative)
    ? "it stands in for a folder of such files"
    : undefined;
}

async function look(
  folder: FolderHandle,
  name: string,
  { path, why }: { path: string; why: string },
): Promise<SelfStartingFile | undefined> {
  const stats = await lstat(folder.at(name)).catch(() => undefined);
  if (stats === undefined) return undefined;
  if (stats.isSymbolicLink())
    return { path, why, stats, type: "link", content: Buffer.from(await readlink(folder.at(name))) };
  if (!stats.isFile()) return { path, why, stats, type: "other", content: undefined };
  const content = stats.size > MAX_BYTES ? undefined : await readFile(folder.at(name)).catch(() => undefined);
  return { path, why, stats, type: "file", content };
}

// A submodule may be called "objects": only what lies in such a folder by its own names is no news.
function isLeftOut(relative: string): boolean {
  return /(?:^|\/)\.git\/(?:.*\/)?objects\/(?:[0-9a-f]{2}|pack)$/.test(foldPath(relative));
}

function isInPackages(relative: string): boolean {
  return /(?:^|\/)(?:node_modules|site-packages|dist-packages|vendor\/bundle|\.venv|venv)\//.test(
    foldPath(relative),
  );
}
