import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

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

/** Ends the process, and nobody else who might have its number by now. */
export function killIdentified({ pid, began }: ProcessIdentity): void {
  if (identify(pid)?.began !== began) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}

/** Waits until the process is gone. The first process of a namespace goes last: with it all others are gone too. */
export async function untilGone({ pid, began }: ProcessIdentity): Promise<void> {
  while (identify(pid)?.began === began) await delay(1);
}

/** Whether somebody has this number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // it lives, as somebody else's
  }
}
