import { accessSync, constants } from "node:fs";
import type { Limits } from "./limits.ts";

/** Room that an interpreter reserves without using it; measured for Node, which dies at start without it. */
const RESERVED_BYTES = 1024 * 1024 * 1024;

const PRLIMIT = "/usr/bin/prlimit";

/** Whether the kernel's per-process limits can be set here. */
export function hasResourceLimits(): boolean {
  try {
    accessSync(PRLIMIT, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The arguments that set the kernel's per-process limits before a program starts. Memory is only a backstop here: an
 * exact limit on address space or data kills interpreters, so the total is held by cgroups or by watching.
 */
export function resourceLimitArguments(limits: Limits): string[] {
  const cpuSeconds = Math.ceil(limits.cpuTimeMs / 1000);
  return [
    PRLIMIT,
    `--cpu=${cpuSeconds}:${cpuSeconds + 1}`,
    `--fsize=${limits.fileSizeBytes}`,
    `--nofile=${limits.openFiles}`,
    `--data=${limits.memoryBytes + RESERVED_BYTES}`,
    "--core=0",
    "--",
  ];
}

/**
 * The arguments that limit the number of processes, to be used inside a user namespace: the kernel counts per user, and
 * outside it would count everything else that the user runs.
 */
export const processLimitArguments = (limits: Limits): string[] => [
  PRLIMIT,
  `--nproc=${limits.processes}`,
  "--",
];

/** Which limit an exit code speaks of: the kernel ends a program that breaks one with a signal of its own. */
export function limitOfExitCode(exitCode: number): "cpuTimeMs" | "fileSizeBytes" | null {
  if (exitCode === 152) return "cpuTimeMs";
  if (exitCode === 153) return "fileSizeBytes";
  return null;
}
