import { readFileSync } from "node:fs";

/** A process that cannot be taken for a later one with the same number: it is known by when it began. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly began: string;
}

/** Who has this number now; undefined when nobody does or it has ended. */
export function identify(pid: number): ProcessIdentity | undefined {
  const fields = statOf(pid);
  const [state, began] = [fields?.[0], fields?.[19]];
  return began === undefined || state === "Z" || state === "X" ? undefined : { pid, began };
}

/** The fields after the name of the program, which stands in parentheses and may hold anything. */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** Whether the process waits for something that can take any time. */
export function isAsleep(pid: number): boolean {
  return statOf(pid)?.[0] === "S";
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
