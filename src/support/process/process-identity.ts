import { readFileSync } from "node:fs";
import { errnoOf } from "../disk/errno.ts";

/** Identifies a process by number and start time, so that a later process with the same number is not mistaken for it. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly began: string;
}

/** The current process with this number. Returns `undefined` if there is none or it has ended. */
export function identify(pid: number): ProcessIdentity | undefined {
  const fields = statOf(pid);
  const [state, began] = [fields?.[0], fields?.[19]];
  return began === undefined || state === "Z" || state === "X" ? undefined : { pid, began };
}

/** The fields after the program name, which is in parentheses and may contain anything. */
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

/** Whether a process has this number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) === "EPERM"; // alive, under another user
  }
}

const HOUR = 3_600_000;

/** Whether a process has ended that last changed something at that time. A newer process may have its number. */
export function isAbandoned(pid: number, modified: number): boolean {
  const now = Date.now();
  if (now - modified > HOUR) return true;
  // A process can have the number of a dead one: what is older than this process is not its own.
  if (pid === process.pid) return modified < now - process.uptime() * 1000 - 1000;
  return !isAlive(pid);
}
