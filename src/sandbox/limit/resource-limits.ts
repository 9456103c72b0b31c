import { readFileSync } from "node:fs";
import { execWithout, quoteWords } from "../process/shell-words.ts";
import type { Limits } from "./limits.ts";

/**
 * Memory that an interpreter reserves without using it. Measured for Node, which dies at start without it.
 */
const RESERVED_BYTES = 1024 * 1024 * 1024;

/** The unit of file sizes in `ulimit`. */
const BLOCK_BYTES = 512;

/** The name under which the shell that sets the limits reports errors. */
const LIMITS_SHELL = "limits";

/** The hard limits of our own process: no child can get more. */
interface HardLimits {
  readonly openFiles: number;
  readonly fileSizeBytes: number;
  readonly cpuTimeSeconds: number;
  readonly dataBytes: number;
}

/**
 * Lines of shell that join the control groups and set the kernel's per-process limits. A process that joins a
 * group by itself does so at once; one that is moved from outside waits for the whole machine. The memory
 * limit is only a backstop here: an exact limit on data kills interpreters, so the total is enforced by
 * groups or by watching.
 */
export function limitScript(limits: Limits, groupFiles: readonly string[] = []): string {
  const hard = hardLimits();
  const cpu = Math.min(Math.ceil(limits.cpuTimeMs / 1000), hard.cpuTimeSeconds);
  return [
    ...groupFiles.map(
      (file) =>
        `echo 0 2> /dev/null > ${quoteWords([file])} || { echo "$0: cannot enter a control group" >&2; exit 1; }`,
    ),
    "ulimit -c 0",
    `ulimit -n ${Math.min(limits.openFiles, hard.openFiles)} || exit 1`,
    `ulimit -f ${Math.ceil(Math.min(limits.fileSizeBytes, hard.fileSizeBytes) / BLOCK_BYTES)} || exit 1`,
    `ulimit -d ${Math.ceil(Math.min(limits.memoryBytes + RESERVED_BYTES, hard.dataBytes) / 1024)} 2> /dev/null`,
    `ulimit -St ${cpu} && ulimit -Ht ${Math.min(cpu + 1, hard.cpuTimeSeconds)} || exit 1`,
  ].join("\n");
}

/** The arguments that set the limits and then start the following program. */
export function limitArguments(limits: Limits, groupFiles: readonly string[] = []): string[] {
  return ["/bin/sh", "-c", `${limitScript(limits, groupFiles)}\n${execWithout(2)}`, LIMITS_SHELL];
}

/** The program that limits the number of processes. */
export const PROCESS_LIMITER = "/usr/bin/prlimit";

/**
 * The arguments that limit the number of processes inside a user namespace: the kernel counts per user, and
 * outside it would count everything else the user runs.
 */
export const processLimitArguments = (limits: Limits): string[] => [
  PROCESS_LIMITER,
  `--nproc=${limits.processes}`,
  "--",
];

/** Why the shell could not start the program, if that is its only line on stderr. */
export function limitFailure(exitCode: number, stderr: string): string | undefined {
  if (exitCode !== 1 && exitCode !== 126 && exitCode !== 127) return undefined;
  return new RegExp(`^${LIMITS_SHELL}: (.*)\\n$`).exec(stderr)?.[1];
}

/** The limit behind an exit code: for some limits the kernel kills the program with a specific signal. */
export function limitOfExitCode(exitCode: number): "cpuTimeMs" | "fileSizeBytes" | null {
  if (exitCode === 152) return "cpuTimeMs";
  if (exitCode === 153) return "fileSizeBytes";
  return null;
}

function hardLimits(): HardLimits {
  let table = "";
  try {
    table = readFileSync("/proc/self/limits", "utf8");
  } catch {
    // Not Linux: the shell reports limits that are too high.
  }
  const hard = (name: string) => {
    const value = new RegExp(`^${name} +\\S+ +(\\d+) `, "m").exec(table)?.[1];
    return value === undefined ? Number.MAX_SAFE_INTEGER : Number(value);
  };
  return {
    openFiles: hard("Max open files"),
    fileSizeBytes: hard("Max file size"),
    cpuTimeSeconds: hard("Max cpu time"),
    dataBytes: hard("Max data size"),
  };
}
