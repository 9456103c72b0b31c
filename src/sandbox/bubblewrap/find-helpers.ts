import { closeSync, lstatSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";

const MAGIC = "\x7fELF";

/** The programs in a folder of libraries, at any depth. */
export function findHelpers(folder: string): string[] {
  let entries: ReturnType<typeof list>;
  try {
    entries = list(folder);
  } catch {
    return []; // not ours to read, so nobody else's inside
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return findHelpers(path);
    return entry.isFile() && isProgramFile(path) ? [path] : [];
  });
}

/** Whether a file is machine code to be started, rather than a library or a script. */
export function isProgramFile(path: string): boolean {
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
    return true; // what cannot be looked at is not let through
  }
  return head.toString("latin1") === MAGIC;
}

const list = (folder: string) => readdirSync(folder, { withFileTypes: true });
