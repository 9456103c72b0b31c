import { readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/** Seconds of processor time that a process has used so far, unaffected by other processes. Linux only. */
export function processorTime(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
