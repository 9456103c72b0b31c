import type { Readable, Writable } from "node:stream";
import type { DriverName } from "../contract/config-names.ts";
import type { Mask } from "../contract/file-access.ts";
import type { LimitMechanism } from "./limit/cgroup.ts";
import { type LimitName, type Limits, limitsSchema } from "./limit/limits.ts";
import type { Boundary, Mount } from "./sandbox.ts";

/** Something of a granted folder that stays out of sight. */
export interface HiddenPath {
  readonly path: string;
  readonly type: "folder" | "file";
}

/** A mask at one spelling by which the run could come to it. */
export interface SettledMask extends Mask {
  /** Where it stands inside. */
  readonly place: string;
}

/** A start whose paths, limits and variables have been settled: all that is left is to do it. */
export interface LaunchRequest {
  readonly argv: readonly string[];
  /** Absent: the driver makes a private one. */
  readonly workspace: Mount | undefined;
  readonly mounts: readonly Mount[];
  /** Mounts that are seen even below what is hidden; they stand among `mounts`, too. */
  readonly ownFolders: readonly Mount[];
  /** What HOME names, where it is not the folder for temporary files. */
  readonly home: string | undefined;
  /** True paths below a mount that must not be seen. */
  readonly hidden: readonly HiddenPath[];
  /** What else must not be seen, changed or moved, outer folders first. */
  readonly masks: readonly SettledMask[];
  readonly workingDirectory: string | undefined;
  /** The only programs of the system that are there, plain tools included; undefined: all of them. */
  readonly programs: readonly string[] | undefined;
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: Limits;
  /** The Unix socket of the proxy, where hosts were granted. */
  readonly proxySocket: string | undefined;
  /** Set by the start-up proof alone: a descriptor that leaks into the launch and must not reach the program. */
  readonly leaked?: number;
}

/** A program that runs. The supervisor reads it, watches it, ends it and cleans up after it. */
export interface Launched {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** The exit code, a signal counted as 128 plus its number. Rejects when the program could not be started. */
  readonly exited: Promise<number>;
  /** The program's own time begins: what happened before is not held against it. */
  begin(): void;
  /** Whether our own process may not end before it. Waiting processes must not hold anybody up. */
  keepAlive?(isKept: boolean): void;
  /** Ends every process of the run, at once. */
  kill(): void;
  /** Which limit is broken now; asked every now and then while it runs. */
  brokenLimit(): Promise<LimitName | null>;
  /** Which limit the kernel held against it, once it has ended. */
  limitAtEnd(exitCode: number): Promise<LimitName | null>;
  /** Why the program never began, as far as its exit code and what it printed say. */
  startFailure(exitCode: number, stderr: string): string | undefined;
  /** Removes what the launch left on the machine. */
  dispose(): Promise<void>;
}

/** One way to contain a program. */
export interface Driver {
  readonly name: DriverName;
  readonly boundary: Boundary;
  launch(request: LaunchRequest): Promise<Launched>;
  /** Gets ready for a launch like this one, where the driver can; resolves when it is. */
  prepare?(request: LaunchRequest): Promise<void>;
  close(): Promise<void>;
}

/** One thing that was really tried inside, and whether the walls held. */
export interface ProofStep {
  readonly attempt: string;
  readonly contained: boolean;
  readonly detail: string;
}

/** How the limits are held, and which are not. */
interface LimitReport {
  readonly mechanism: LimitMechanism | "container";
  readonly notHeld: readonly LimitName[];
}

/** What can be said of a driver on this machine. One that fails its own proof is not usable. */
export interface DriverReport {
  readonly name: DriverName;
  readonly usable: boolean;
  readonly boundary: Boundary;
  readonly proof: readonly ProofStep[];
  readonly limits: LimitReport;
  /** Why it cannot be used. */
  readonly reason?: string;
  /** What would make it usable. */
  readonly install?: string;
}

/** A driver that was looked for: ready to be used where its report says so. */
export type FoundDriver =
  | { readonly report: DriverReport; readonly driver: Driver }
  | { readonly report: DriverReport; readonly driver?: undefined };

/** Every limit that there is. */
export const ALL_LIMITS = Object.keys(limitsSchema.shape) as LimitName[];
