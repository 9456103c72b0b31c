import { readFileSync, readlinkSync, symlinkSync, unlinkSync } from "node:fs";

/** Takes a lock that names this process; gives the release, or the id of the living holder. */
export function takeLock(path: string): { release: () => void } | { heldBy: number } {
  for (;;) {
    try {
      // A link that leads nowhere is made in one step together with what it says: no lock is ever without its holder.
      symlinkSync(String(process.pid), path);
      return { release: () => remove(path) };
    } catch (cause) {
      if (!hasCode(cause, "EEXIST")) throw cause;
      const holder = lockHolder(path);
      if (holder !== undefined) return { heldBy: holder };
      remove(path);
    }
  }
}

/** The living process that holds a lock; undefined when there is none. */
export function lockHolder(path: string): number | undefined {
  try {
    const holder = Number.parseInt(written(path), 10);
    process.kill(holder, 0);
    return holder;
  } catch (cause) {
    // Not allowed to signal it means that it lives, under another user.
    return hasCode(cause, "EPERM") ? -1 : undefined;
  }
}

function written(path: string): string {
  try {
    return readlinkSync(path);
  } catch (cause) {
    // A file says it as well: whoever cannot make links may hold a run with one.
    if (hasCode(cause, "EINVAL")) return readFileSync(path, "utf8");
    throw cause;
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (cause) {
    if (!hasCode(cause, "ENOENT")) throw cause;
  }
}

function hasCode(cause: unknown, code: string): boolean {
  return cause instanceof Error && "code" in cause && cause.code === code;
}
