import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";

/** Takes a lock by creating a file that names this process; gives the release, or the id of the living holder. */
export function takeLock(path: string): { release: () => void } | { heldBy: number } {
  for (;;) {
    try {
      const file = openSync(path, "wx", 0o600);
      writeSync(file, String(process.pid));
      closeSync(file);
      return { release: () => rmSync(path, { force: true }) };
    } catch (cause) {
      if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) throw cause;
      const holder = lockHolder(path);
      if (holder !== undefined) return { heldBy: holder };
      rmSync(path, { force: true });
    }
  }
}

/** The living process that holds a lock; undefined when there is none. */
export function lockHolder(path: string): number | undefined {
  try {
    const holder = Number.parseInt(readFileSync(path, "utf8"), 10);
    if (!Number.isInteger(holder)) return undefined;
    process.kill(holder, 0);
    return holder;
  } catch (cause) {
    // Not allowed to signal it means that it lives, under another user.
    const lives = cause instanceof Error && "code" in cause && cause.code === "EPERM";
    return lives ? -1 : undefined;
  }
}
