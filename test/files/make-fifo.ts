import { execFileSync } from "node:child_process";

/** Makes a named pipe that nobody reads or writes. */
export function makeFifo(path: string): void {
  execFileSync("mkfifo", [path]);
}
