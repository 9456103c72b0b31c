import type { LimitName, Limits } from "../limit/limits.ts";

/** What holds the limits: the kernel's control groups, or only its per-process limits. */
export type LimitMechanism = "cgroup v2" | "cgroup v1" | "rlimits only";

/** The group of one run: what the kernel counts and limits for all its processes together. */
export interface Cgroup {
  /** A process that writes 0 into each of these is in the group, with all that it starts afterwards. */
  readonly entries: readonly string[];
  cpuTimeMs(): number;
  /** The limit that the kernel had to enforce, if any. */
  brokenLimit(): LimitName | null;
  /** Removes the group once its last process is gone. */
  remove(): Promise<void>;
}

/** A place where groups can be made. */
export interface CgroupParent {
  readonly mechanism: LimitMechanism;
  create(limits: Limits): Cgroup;
  /** Removes groups of processes that died without removing them. */
  sweep(): void;
}
