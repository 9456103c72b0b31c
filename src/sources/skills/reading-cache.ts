import { lstatSync, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";

/** Reads a file or a folder. Returns the cached value if nothing in it can have changed since. */
export type ReadingCache<Value> = (place: string, read: () => Promise<Value>) => Promise<Value>;

/** A file or folder with its metadata. Every change sets the inode's change time, which no program can forge. */
interface Stamp {
  readonly path: string;
  readonly info: Stats;
}

/** Two changes within one tick of the clock leave the same times, so recently changed files are not cached. */
const SETTLED_MS = 2_000;
/** Larger folders are not cached: checking each file would take too long. */
const MAX_STAMPS = 100;

/** Creates a cache of at most `size` values. Failures are not cached. */
export function createReadingCache<Value>(size: number, now: () => number = Date.now): ReadingCache<Value> {
  const cached = new Map<string, { readonly stamps: readonly Stamp[]; readonly value: Value }>();
  return async (place, read) => {
    const entry = cached.get(place);
    if (entry !== undefined && isUnchanged(entry.stamps)) return entry.value;
    cached.delete(place);
    const at = now();
    const stamps = stampsOf(place);
    const value = await read();
    if (stamps === undefined || !isSettled(stamps, at) || !isUnchanged(stamps)) return value;
    const [oldest] = cached.keys();
    if (cached.size >= size && oldest !== undefined) cached.delete(oldest);
    cached.set(place, { stamps, value });
    return value;
  };
}

// For a folder, also everything below it: a new or deleted entry changes the stamp of its folder.
function stampsOf(place: string): Stamp[] | undefined {
  const stamps: Stamp[] = [];
  const visit = (path: string, info: Stats | undefined): void => {
    if (info === undefined || stamps.length > MAX_STAMPS) return;
    stamps.push({ path, info });
    if (!info.isDirectory()) return;
    for (const name of readdirSync(path)) visit(join(path, name), look(join(path, name)));
  };
  try {
    // The path itself may be a link: its target is what is read.
    visit(place, statSync(place, { throwIfNoEntry: false }));
  } catch {
    return undefined;
  }
  return stamps.length === 0 || stamps.length > MAX_STAMPS ? undefined : stamps;
}

function isUnchanged([root, ...below]: readonly Stamp[]): boolean {
  if (root === undefined) return false;
  return (
    same(statSync(root.path, { throwIfNoEntry: false }), root.info) &&
    below.every(({ path, info }) => same(look(path), info))
  );
}

function look(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

function same(a: Stats | undefined, b: Stats): boolean {
  return (
    a !== undefined &&
    a.ctimeMs === b.ctimeMs &&
    a.ino === b.ino &&
    a.size === b.size &&
    a.mtimeMs === b.mtimeMs &&
    a.dev === b.dev
  );
}

function isSettled(stamps: readonly Stamp[], at: number): boolean {
  return stamps.every(({ info }) => info.ctimeMs < at - SETTLED_MS);
}
