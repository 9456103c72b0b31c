import { readFileSync } from "node:fs";

/** A process that cannot be taken for a later one with the same number: it is known by when it began. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly began: string;
}

/** Who has this number now; undefined when nobody does or it has ended. */
export function identify(pid: number): ProcessIdentity | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name, in parentheses, and may hold anything.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [state, began] = [fields[0], fields[19]];
    return began === undefined || state === "Z" || state === "X" ? undefined : { pid, began };
  } catch {
    return undefined;
  }
}

/** Whether somebody has this number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"; // it lives, as somebody else's
  }
}
