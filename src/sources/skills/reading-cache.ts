import { lstatSync, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";

/** Reads a file or a folder, or gives what was read of it before while nothing in it can have changed since. */
export type KeptReadings<Value> = (place: string, read: () => Promise<Value>) => Promise<Value>;

/** One file or folder, and all that the system changes with it: no program can set the time of the last change of an inode. */
interface Stamp {
  readonly path: string;
  readonly info: Stats;
}

/** A change within the same tick of the clock leaves the same times: what changed a moment ago is read again each time. */
const SETTLED_MS = 2_000;
/** Beyond so many, to look at each would hold up everything else. */
const MOST_STAMPS = 100;

/** Makes one that keeps so many readings. Only what came whole is kept; a failure is met again each time. */
export function keepReadings<Value>(most: number, now: () => number = Date.now): KeptReadings<Value> {
  const kept = new Map<string, { readonly stamps: readonly Stamp[]; readonly value: Value }>();
  return async (place, read) => {
    const held = kept.get(place);
    if (held !== undefined && isUnchanged(held.stamps)) return held.value;
    kept.delete(place);
    const at = now();
    const stamps = stampsOf(place);
    const value = await read();
    if (stamps === undefined || !isSettled(stamps, at) || !isUnchanged(stamps)) return value;
    const [oldest] = kept.keys();
    if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
    kept.set(place, { stamps, value });
    return value;
  };
}

// Of a folder everything below it: a new or a lost entry changes the stamp of the folder that it stood in.
function stampsOf(place: string): Stamp[] | undefined {
  const stamps: Stamp[] = [];
  const visit = (path: string, info: Stats | undefined): void => {
    if (info === undefined || stamps.length > MOST_STAMPS) return;
    stamps.push({ path, info });
    if (!info.isDirectory()) return;
    for (const name of readdirSync(path)) visit(join(path, name), look(join(path, name)));
  };
  try {
    // The place itself may be a link: what it leads to is what is read.
    visit(place, statSync(place, { throwIfNoEntry: false }));
  } catch {
    return undefined;
  }
  return stamps.length === 0 || stamps.length > MOST_STAMPS ? undefined : stamps;
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
