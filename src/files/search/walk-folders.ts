import type { Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type CallAccess, isPermitted, refuseAfterEnd } from "../call-access.ts";
import type { FolderHandle } from "../folder-handle.ts";
import type { Place } from "../guarded-disk.ts";
import { undefinedIfMissing } from "../regular-file.ts";
import { TEMPORARY_PREFIX } from "../temporary-file.ts";
import type { PathTest } from "./compile-glob.ts";

/** One visible entry of a folder. Links are ordinary entries and are not followed. */
interface WalkEntry {
  readonly name: string;
  /** Relative to the start of the walk. */
  readonly relative: string;
  /** The path without links, as the disk spells it. */
  readonly path: string;
  readonly stats: Stats;
}

/** One folder with its entries in stable order. It is open until the walk continues. */
interface WalkedFolder {
  readonly folder: FolderHandle;
  readonly relative: string;
  readonly entries: readonly WalkEntry[];
}

interface WalkOptions {
  readonly start: Place;
  readonly sensitive: PathTest;
  /** Whether to descend into a folder. Called after its parent was yielded. */
  descends(entry: WalkEntry): boolean;
  readonly tally: WalkTally;
}

/** What a walk skipped. */
export interface WalkTally {
  /** Number of withheld entries: Dejima's own files, sensitive names, what the call may not read, folders that cannot be opened. */
  hidden: number;
  /** Set if the tree has more entries or levels than are visited. */
  exhausted: boolean;
  /** The paths of the folders that could not be opened. Collected if present. */
  readonly unopened?: string[];
}

const MAX_ENTRIES = 200_000;
/** Each folder is opened from the root on, so the time grows with the square of the depth. */
const MAX_DEPTH = 100;
const CONCURRENT_STATS = 64;

/** Walks a tree breadth first, so that a limit cuts off the depths and not the end of the alphabet. */
export async function* walkFolders(access: CallAccess, options: WalkOptions): AsyncGenerator<WalkedFolder> {
  const pending = [{ path: options.start.path, relative: "" }];
  let visited = 0;
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    refuseAfterEnd(access);
    const { relative } = next;
    await using folder = await openIfPossible(access, next.path, relative, options.tally);
    if (folder === undefined) continue;
    const names = (await readdir(folder.self)).filter((name) => !name.startsWith(TEMPORARY_PREFIX)).sort();
    visited += names.length;
    if (visited > MAX_ENTRIES || relative.split("/", MAX_DEPTH + 1).length >= MAX_DEPTH)
      options.tally.exhausted = true;
    const entries = await visibleEntries(access, folder, names, relative, options);
    folder.verify();
    yield { folder, relative, entries };
    if (options.tally.exhausted) return;
    for (const entry of entries)
      if (entry.stats.isDirectory() && options.descends(entry)) pending.push(entry);
  }
}

async function openIfPossible(
  access: CallAccess,
  path: string,
  relative: string,
  tally: WalkTally,
): Promise<FolderHandle | undefined> {
  try {
    return await access.disk.openFolder(path);
  } catch (error) {
    if (relative === "") throw error;
    tally.hidden += 1;
    tally.unopened?.push(path);
    return undefined;
  }
}

async function visibleEntries(
  access: CallAccess,
  folder: FolderHandle,
  names: readonly string[],
  relative: string,
  options: WalkOptions,
): Promise<WalkEntry[]> {
  const entries: WalkEntry[] = [];
  for (let index = 0; index < names.length; index += CONCURRENT_STATS) {
    refuseAfterEnd(access);
    const checks = names.slice(index, index + CONCURRENT_STATS).map(async (name) => {
      const stats = await lstat(folder.at(name)).catch(undefinedIfMissing);
      if (stats === undefined) {
        if (name.includes("\ufffd")) options.tally.hidden += 1; // not UTF-8: it exists, but cannot be named
        return undefined;
      }
      const path = join(folder.path, name);
      if (await isWithheld(access, path, stats, options)) {
        options.tally.hidden += 1;
        return undefined;
      }
      return { name, relative: relative === "" ? name : `${relative}/${name}`, path, stats };
    });
    for (const entry of await Promise.all(checks)) if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

async function isWithheld(
  access: CallAccess,
  path: string,
  stats: Stats,
  options: WalkOptions,
): Promise<boolean> {
  const { protection } = options.start;
  const canonical = path.normalize("NFC");
  return (
    options.sensitive(access.disk.shown(canonical)) ||
    protection.coversPath(canonical) ||
    (await protection.coversFile(stats)) ||
    !isPermitted(access, "file.read", canonical)
  );
}
