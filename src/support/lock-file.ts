import { linkSync, readdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Takes a lock: a file that names this process gets the lock's name. Gives the release, or the id of the living holder. Making
 * and removing files is what costs: with `shared`, one such file serves all locks of a process.
 */
export function takeLock(path: string, shared?: string): { release: () => void } | { heldBy: number } {
  const own = shared ?? `${path}.${process.pid}`;
  try {
    return linkLock(path, own);
  } finally {
    if (shared === undefined) removeLock(own);
  }
}

function linkLock(path: string, own: string): { release: () => void } | { heldBy: number } {
  for (let named = false; ; ) {
    try {
      linkSync(own, path);
      return { release: () => removeLock(path) };
    } catch (cause) {
      if (!named && (hasCode(cause, "ENOENT") || hasCode(cause, "EMLINK"))) {
        nameProcess(own);
        sweepBeside(own);
        named = true;
      } else if (hasCode(cause, "EEXIST")) {
        const holder = lockHolder(path);
        if (holder !== undefined) return { heldBy: holder };
        removeDead(path);
      } else throw cause;
    }
  }
}

// Another process may take the dead lock over at the same time: what was moved aside by mistake, with a living holder, goes back.
function removeDead(path: string): void {
  const aside = `${path}.dead-${process.pid}`;
  try {
    renameSync(path, aside);
    if (lockHolder(aside) !== undefined) linkSync(aside, path);
  } catch (cause) {
    if (!hasCode(cause, "ENOENT") && !hasCode(cause, "EEXIST")) throw cause;
  }
  removeLock(aside);
}

/** The living process that holds a lock; undefined when there is none. */
export function lockHolder(path: string): number | undefined {
  try {
    const holder = Number.parseInt(readFileSync(path, "utf8"), 10);
    process.kill(holder, 0);
    return holder;
  } catch (cause) {
    // Not allowed to signal it means that it lives, under another user.
    return hasCode(cause, "EPERM") ? -1 : undefined;
  }
}

/** Removes a lock, or the file that names a process; that there is none is fine. */
export function removeLock(path: string): void {
  try {
    unlinkSync(path);
  } catch (cause) {
    if (!hasCode(cause, "ENOENT") && !hasCode(cause, "ENOTDIR")) throw cause;
  }
}

const PROCESS_FILE = /^process-\d+\.lock$/;

/** The file that names this process to all its locks in a folder. */
export function processFileIn(folder: string): string {
  return join(folder, `process-${process.pid}.lock`);
}

/** The living processes that have named themselves to locks in a folder. */
export function processesIn(folder: string): number[] {
  const held = readdirSync(folder)
    .filter((name) => PROCESS_FILE.test(name))
    .map((name) => lockHolder(join(folder, name)));
  return held.filter((holder) => holder !== undefined);
}

// A process that was killed leaves its file behind.
function sweepBeside(own: string): void {
  if (!PROCESS_FILE.test(basename(own))) return;
  for (const name of readdirSync(dirname(own))) {
    const path = join(dirname(own), name);
    if (PROCESS_FILE.test(name) && lockHolder(path) === undefined) removeLock(path);
  }
}

// Written aside first: there is never a lock without the name of its holder.
function nameProcess(own: string): void {
  writeFileSync(`${own}.part`, String(process.pid), { mode: 0o600 });
  renameSync(`${own}.part`, own);
}

function hasCode(cause: unknown, code: string): boolean {
  return cause instanceof Error && "code" in cause && cause.code === code;
}
