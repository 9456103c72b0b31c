import { linkSync, readdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errnoOf } from "../disk/errno.ts";

/**
 * Takes a lock by linking a file that names this process to the lock's path. Returns the release function, or the id of the living
 * holder. Creating and removing files is expensive: with `shared`, one file serves all locks of a process.
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
      if (!named && (errnoOf(cause) === "ENOENT" || errnoOf(cause) === "EMLINK")) {
        nameProcess(own);
        removeDeadFiles(own);
        named = true;
      } else if (errnoOf(cause) === "EEXIST") {
        const holder = lockHolder(path);
        if (holder !== undefined) return { heldBy: holder };
        removeDead(path);
      } else throw cause;
    }
  }
}

// Another process may take over the dead lock at the same time. A lock with a living holder that was moved by mistake is put back.
function removeDead(path: string): void {
  const aside = `${path}.dead-${process.pid}`;
  try {
    renameSync(path, aside);
    if (lockHolder(aside) !== undefined) linkSync(aside, path);
  } catch (cause) {
    if (errnoOf(cause) !== "ENOENT" && errnoOf(cause) !== "EEXIST") throw cause;
  }
  removeLock(aside);
}

/** The running process that owns a lock. Returns `undefined` if the lock is free or its owner has ended. */
export function lockHolder(path: string): number | undefined {
  try {
    const holder = Number.parseInt(readFileSync(path, "utf8"), 10);
    process.kill(holder, 0);
    return hasEnded(holder) ? undefined : holder;
  } catch (cause) {
    // Not being allowed to signal a process means that it is alive, under another user.
    return errnoOf(cause) === "EPERM" ? -1 : undefined;
  }
}

/** Whether a process has ended and only its parent has not noticed yet. Signals still reach it then. */
function hasEnded(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}

/** Removes a lock, or the file that names a process. Does nothing if it does not exist. */
export function removeLock(path: string): void {
  try {
    unlinkSync(path);
  } catch (cause) {
    if (errnoOf(cause) !== "ENOENT" && errnoOf(cause) !== "ENOTDIR") throw cause;
  }
}

const PROCESS_FILE = /^process-\d+\.lock$/;

/** The file that names this process, for all its locks in a folder. */
export function processFileIn(folder: string): string {
  return join(folder, `process-${process.pid}.lock`);
}

/** The living processes with a process file in a folder. */
export function processesIn(folder: string): number[] {
  const holders = readdirSync(folder)
    .filter((name) => PROCESS_FILE.test(name))
    .map((name) => lockHolder(join(folder, name)));
  return holders.filter((holder) => holder !== undefined);
}

// A killed process leaves its file behind.
function removeDeadFiles(own: string): void {
  if (!PROCESS_FILE.test(basename(own))) return;
  for (const name of readdirSync(dirname(own))) {
    const path = join(dirname(own), name);
    if (PROCESS_FILE.test(name) && lockHolder(path) === undefined) removeLock(path);
  }
}

// Written under another name first: a lock never exists without the name of its holder.
function nameProcess(own: string): void {
  writeFileSync(`${own}.part`, String(process.pid), { mode: 0o600 });
  renameSync(`${own}.part`, own);
}
