import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errnoOf } from "../../support/disk/errno.ts";
import { isAlive } from "../../support/process/process-identity.ts";
import type { LimitName, Limits } from "./limits.ts";

/** How limits are enforced: by the kernel's control groups, or only by its per-process limits. */
export type LimitMechanism = "cgroup v2" | "cgroup v1" | "rlimits only";

/** The control group of one run: what the kernel counts and limits for all its processes together. */
export interface Cgroup {
  /**
   * A process that writes 0 into each of these files joins the group, with all processes it starts
   * afterwards.
   */
  readonly entries: readonly string[];
  cpuTimeMs(): number;
  /** The limit that the kernel had to enforce, if any. */
  brokenLimit(): LimitName | null;
  /** Removes the group once its last process is gone. */
  remove(): Promise<void>;
}

/** A folder in which groups can be created. */
export interface CgroupParent {
  readonly mechanism: LimitMechanism;
  create(limits: Limits): Cgroup;
  /** Removes groups of processes that died without removing them. */
  sweep(): void;
}

/** The kernel releases a group a moment after its last process ended. */
const REMOVE_ATTEMPTS = 100;

const REMOVE_PAUSE_MS = 10;

/** The period of the CPU share: long, so that a short script is never throttled. */
export const CPU_PERIOD_US = 1_000_000;

/** The weight of all sandboxes together, in ordinary processes, when CPUs are short. */
export const PARENT_WEIGHT = 4;

/** The folder of our groups. */
export const GROUP_FOLDER = "dejima";

/**
 * A unique name that contains our process id, so that another process can tell a forgotten group from one in
 * use.
 */
export const groupName = (): string => `${process.pid}-${randomBytes(6).toString("hex")}`;

export function writeValue(folder: string, file: string, value: string | number): void {
  writeFileSync(join(folder, file), String(value));
}

/** Writes a value that not every kernel supports. */
export function writeOptional(folder: string, file: string, value: string | number): void {
  try {
    writeValue(folder, file, value);
  } catch {
    // Swap accounting and burst are build options of the kernel.
  }
}

export const readValue = (folder: string, file: string): string => readFileSync(join(folder, file), "utf8");

/** A number from a file of `name value` lines. 0 if the name is missing. */
export function readCount(folder: string, file: string, name: string): number {
  try {
    const line = readValue(folder, file)
      .split("\n")
      .find((candidate) => candidate.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1) ?? 0);
  } catch {
    return 0;
  }
}

export function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}

/** Creates a group. Throws if it exists. */
export function makeGroup(path: string): string {
  mkdirSync(path);
  return path;
}

export async function removeFolder(path: string): Promise<void> {
  for (let attempt = 0; attempt < REMOVE_ATTEMPTS; attempt++) {
    if (tryRemove(path)) return;
    await delay(REMOVE_PAUSE_MS);
  }
}

function tryRemove(path: string): boolean {
  try {
    rmdirSync(path);
    return true;
  } catch (error) {
    return errnoOf(error) === "ENOENT";
  }
}

/** Removes the groups below a folder whose process no longer exists. */
export function sweepFolder(path: string): void {
  let names: string[];
  try {
    names = readdirSync(path);
  } catch {
    return; // no group was ever created there
  }
  for (const name of names) {
    const owner = /^(\d+)-[0-9a-f]+$/.exec(name)?.[1];
    if (owner !== undefined && !isAlive(Number(owner))) tryRemove(join(path, name));
  }
}
