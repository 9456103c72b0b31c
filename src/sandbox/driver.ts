import type { Readable, Writable } from "node:stream";
import type { DriverName } from "../contract/config-names.ts";
import type { Mask } from "../contract/data/file-access.ts";
import type { LimitMechanism } from "./limit/cgroup.ts";
import { type LimitName, type Limits, limitsSchema } from "./limit/limits.ts";
import type { Boundary, Mount } from "./sandbox.ts";

/** A path in a granted folder that is hidden. */
export interface HiddenPath {
  readonly path: string;
  readonly type: "folder" | "file";
}

/** A mask at one of the paths by which the run could reach it. */
export interface SettledMask extends Mask {
  /** Its path inside. */
  readonly place: string;
}

/** A validated launch: paths, limits and variables are settled. */
export interface LaunchRequest {
  readonly argv: readonly string[];
  /** `undefined`: the driver creates a private one. */
  readonly workspace: Mount | undefined;
  readonly mounts: readonly Mount[];
  /** Mounts that are visible even below hidden paths. They are also part of `mounts`. */
  readonly ownFolders: readonly Mount[];
  /** The value of HOME, if it is not the temporary folder. */
  readonly home: string | undefined;
  /** Real paths below a mount that must not be visible. */
  readonly hidden: readonly HiddenPath[];
  /** What else must not be seen, changed or moved. Outer folders first. */
  readonly masks: readonly SettledMask[];
  readonly workingDirectory: string | undefined;
  /** The only system programs available, plain tools included. `undefined`: all of them. */
  readonly programs: readonly string[] | undefined;
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: Limits;
  /** The Unix socket of the proxy, if hosts were granted. */
  readonly proxySocket: string | undefined;
  /**
   * Set only by the start-up proof: a descriptor that leaks into the launch and must not reach the program.
   */
  readonly leaked?: number;
}

/** A running program. The supervisor reads it, watches it, ends it and cleans up after it. */
export interface Launched {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** The exit code; a signal counts as 128 plus its number. Rejects if the program could not be started. */
  readonly exited: Promise<number>;
  /** Starts the program's own time: what happened before does not count against its limits. */
  begin(): void;
  /** Whether our own process must stay alive until it ends. Waiting processes must not. */
  keepAlive?(isKept: boolean): void;
  /** Kills every process of the run at once. */
  kill(): void;
  /** The limit that is exceeded now. Polled while the program runs. */
  brokenLimit(): Promise<LimitName | null>;
  /** The limit that the kernel enforced, once the program has ended. */
  limitAtEnd(exitCode: number): Promise<LimitName | null>;
  /** Why the program never started, judged by its exit code and output. */
  startFailure(exitCode: number, stderr: string): string | undefined;
  /** Removes what the launch left on the machine. */
  dispose(): Promise<void>;
}

/** One way to contain a program. */
export interface Driver {
  readonly name: DriverName;
  readonly boundary: Boundary;
  launch(request: LaunchRequest): Promise<Launched>;
  /** Prepares for a launch like this one, if the driver can. Resolves when it is ready. */
  prepare?(request: LaunchRequest): Promise<void>;
  close(): Promise<void>;
}

/** One attempt inside the sandbox, and whether it was contained. */
export interface ProofStep {
  readonly attempt: string;
  readonly contained: boolean;
  readonly detail: string;
}

/** How the limits are enforced, and which are not. */
interface LimitReport {
  readonly mechanism: LimitMechanism | "container";
  readonly notHeld: readonly LimitName[];
}

/** The state of a driver on this machine. A driver that fails its own proof is not usable. */
export interface DriverReport {
  readonly name: DriverName;
  readonly usable: boolean;
  readonly boundary: Boundary;
  readonly proof: readonly ProofStep[];
  readonly limits: LimitReport;
  /** Why it cannot be used. */
  readonly reason?: string;
  /** How to make it usable. */
  readonly install?: string;
}

/** A driver and its report, which says whether it is ready to use. */
export type FoundDriver =
  | { readonly report: DriverReport; readonly driver: Driver }
  | { readonly report: DriverReport; readonly driver?: undefined };

/** The names of all limits. */
export const ALL_LIMITS = Object.keys(limitsSchema.shape) as LimitName[];
