import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** Takes a lock by making a file that names this process; gives the release, or the id of the living holder. */
export function takeLock(path: string): { release: () => void } | { heldBy: number } {
  // Written aside and linked into place: the lock never exists without the name of its holder.
  const own = `${path}.${process.pid}`;
  writeFileSync(own, String(process.pid), { mode: 0o600 });
  try {
    for (;;) {
      try {
        linkSync(own, path);
        return { release: () => rmSync(path, { force: true }) };
      } catch (cause) {
        if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) throw cause;
        const holder = lockHolder(path);
        if (holder !== undefined) return { heldBy: holder };
        rmSync(path, { force: true });
      }
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/** The living process that holds a lock; undefined when there is none. */
export function lockHolder(path: string): number | undefined {
  try {
    const holder = Number.parseInt(readFileSync(path, "utf8"), 10);
    process.kill(holder, 0);
    return holder;
  } catch (cause) {
    // Not allowed to signal it means that it lives, under another user.
    const lives = cause instanceof Error && "code" in cause && cause.code === "EPERM";
    return lives ? -1 : undefined;
  }
}
