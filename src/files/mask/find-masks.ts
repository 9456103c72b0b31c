import type { Dirent } from "node:fs";
import { lstat, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Mask, MountedFolder, Withheld } from "../../contract/data/file-access.ts";
import { DejimaError } from "../../contract/error.ts";
import { quotePath } from "../file-errors.ts";
import { findOtherNames, type Root, type UnidentifiedMask, walkEntries } from "./find-other-names.ts";

/** With more masks, the start of a program would take seconds. */
const MAX_MASKS = 500;

/** Longer paths can be reached step by step, but not named. Files below cannot be masked, so the folder itself is. */
const MAX_PATH_LENGTH = 3_800;

/** Tools do not accept deeper paths either. Without a limit, the time grows with the square of the depth. */
const MAX_DEPTH = 256;

/** Replaces the name of a folder in a test. No rule names it. */
const ELSEWHERE = "\u{10fffd}";

/**
 * Finds what programs must not reach in their folders: paths that rules withhold, paths with sensitive names, every other name of
 * such a file, and the sockets and pipes of other programs. Links need no mask, because their targets have one.
 */
export async function findMasks(folders: readonly MountedFolder[], withheld: Withheld): Promise<Mask[]> {
  const roots = await rootsOf(folders, withheld);
  const found = new Map<string, UnidentifiedMask>();
  for (const root of roots) await findBelow(root, withheld, found);
  for (const mask of await findOtherNames(found, roots)) found.set(mask.path, mask);
  if (found.size > MAX_MASKS) throw tooMany(found.size);
  const masks = await Promise.all([...found.values()].map(withIdentity));
  return masks.flat().sort((one, other) => one.path.length - other.path.length); // outer folders first
}

async function rootsOf(folders: readonly MountedFolder[], withheld: Withheld): Promise<Root[]> {
  const roots = new Map<string, Root>();
  for (const { path, access } of folders) {
    const real = await realpath(path).catch(() => undefined);
    if (real === undefined || roots.get(real)?.access === "read-write") continue;
    roots.set(real, { path: real, access, isSecret: withheld.isSecret(real, dirname(real)) });
  }
  return [...roots.values()];
}

async function findBelow(
  root: Root,
  withheld: Withheld,
  found: Map<string, UnidentifiedMask>,
): Promise<void> {
  const isWritable = root.access === "read-write";
  const locked = new Set<string>();
  /** Folders with a possibly sensitive name in their path. Paths below them are checked as a whole. */
  const suspicious = new Set<string>();
  const top = root.path.normalize("NFC");
  await walkEntries(root.path, (path, entry, folder) => {
    if (entry.isSymbolicLink()) return false;
    const isFolder = entry.isDirectory();
    const couldBeSecret = suspicious.has(folder) || withheld.couldBeSecret(entry.name.normalize("NFC"));
    if (isFolder && couldBeSecret) suspicious.add(path);
    const type = typeOf(path, entry, { folder, couldBeSecret });
    if (isFolder && (type === "lock" || locked.has(folder))) locked.add(path);
    if (type === undefined) {
      if (isFolder && path.includes("\ufffd")) throw unnameable(path);
      return isFolder;
    }
    if (path.includes("\ufffd")) throw unnameable(path);
    if (type !== "lock" || !found.has(path)) found.set(path, { type, path });
    if (isWritable && !isSpecial(entry)) hold(path, type === "lock" ? withheld.locks : withheld.hides);
    return isFolder && type === "lock";
  });

  function typeOf(
    path: string,
    entry: Dirent,
    { folder, couldBeSecret }: { folder: string; couldBeSecret: boolean },
  ): Mask["type"] | undefined {
    if (isSpecial(entry)) return "hide-file";
    const canonical = path.normalize("NFC");
    const hides =
      withheld.hides(canonical) ||
      (couldBeSecret && !root.isSecret && withheld.isSecret(canonical, top)) ||
      (entry.isDirectory() && (Buffer.byteLength(path) > MAX_PATH_LENGTH || depthOf(path) > MAX_DEPTH));
    if (hides) return entry.isDirectory() ? "hide-folder" : "hide-file";
    return isWritable && !locked.has(folder) && withheld.locks(canonical) ? "lock" : undefined;
  }

  /** Prevents moving the folders above a path, if the rule would not cover the path under another folder name. */
  function hold(path: string, covers: (path: string) => boolean): void {
    if (!covers(path.normalize("NFC"))) return; // only its own name matters
    const names = path.slice(root.path.length + 1).split("/");
    for (let depth = 1; depth < names.length; depth++) {
      const folder = join(root.path, ...names.slice(0, depth));
      if (locked.has(folder)) return;
      const moved = join(root.path, ...names.slice(0, depth - 1), ELSEWHERE, ...names.slice(depth));
      if (!covers(moved.normalize("NFC")) && !found.has(folder))
        found.set(folder, { type: "hold", path: folder });
    }
  }
}

function depthOf(path: string): number {
  let depth = 0;
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) depth += 1;
  return depth;
}

const isSpecial = (entry: Dirent): boolean => entry.isSocket() || entry.isFIFO();

/** Adds the identity of a file. A file that no longer exists needs no mask. */
async function withIdentity({ type, path }: UnidentifiedMask): Promise<Mask[]> {
  const stats = await lstat(path).catch(() => undefined);
  return stats === undefined ? [] : [{ type, path, identity: `${stats.dev}:${stats.ino}` }];
}

function tooMany(count: number): DejimaError {
  return new DejimaError(
    "too_large",
    `Cannot run a program here: ${count} of the files it would see are withheld by rules or by names that suggest secrets, and at most ${MAX_MASKS} can be masked one by one. Deny the folders that contain them, or allow the files with a rule such as file.read(./fixtures/**)`,
    { masks: count },
  );
}

function unnameable(path: string): DejimaError {
  return new DejimaError(
    "path_blocked",
    `Cannot run a program here: ${quotePath(path)} has a name that is not UTF-8, so it cannot be checked or masked. Rename it, or give the program another folder`,
  );
}
