import type { DriverName } from "../contract/config-names.ts";
import type { Mask } from "../contract/data/file-access.ts";
import type { BoundSecret } from "../contract/data/secret.ts";
import type { LimitName, Limits } from "./limit/limits.ts";

/** Whether a driver contains malicious code. Shown wherever a driver is shown. */
export type Boundary = "security boundary" | "not a security boundary";

export type Access = "read-only" | "read-write";

/**
 * A folder or file of the host that the run sees, at the same path as outside. Everything not granted is
 * absent.
 */
export interface Mount {
  readonly path: string;
  readonly access: Access;
}

/** The program's input. `undefined` means an empty input, never one that stays open. */
export type Input = string | Uint8Array | AsyncIterable<string | Uint8Array>;

export interface StartOptions {
  /** Where the program works. Default: a private, empty folder that is removed with it. */
  readonly workspace?: Mount | undefined;
  /** Further mounts: a skill's folder, a data folder. */
  readonly mounts?: readonly Mount[] | undefined;
  /** Hidden paths inside grants: a folder or file appears empty. Missing paths are ignored. */
  readonly hidden?: readonly string[] | undefined;
  /** Folders that Dejima keeps for this program. They are visible even inside `hidden` paths. */
  readonly ownFolders?: readonly Mount[] | undefined;
  /** The value of HOME. Default: `/tmp`. */
  readonly home?: string | undefined;
  /**
   * What must not be seen, changed or moved in the granted folders, by real path. A driver that cannot
   * enforce it refuses.
   */
  readonly masks?: readonly Mask[] | undefined;
  /** Where the program starts. Default: the workspace. Must be inside a grant. */
  readonly workingDirectory?: string | undefined;
  /**
   * The only system programs it may run besides its own interpreter and plain shell tools, by name or by
   * path. Default: all that the sandbox has.
   */
  readonly programs?: readonly string[] | undefined;
  /** Granted variables. Names that control an interpreter or the loader are dropped. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Hosts it may reach: `api.example.com`, `*.example.com`, each with `:port` unless it is 80 or 443. */
  readonly hosts?: readonly string[] | undefined;
  /**
   * Secrets that it uses without seeing them: it gets placeholders, and the proxy inserts the values on the
   * way to bound hosts.
   */
  readonly secrets?: readonly BoundSecret[] | undefined;
  /** Lowers the limits of the sandbox. A larger value has no effect: only the config raises them. */
  readonly limits?: Partial<Limits> | undefined;
  readonly stdin?: Input | undefined;
  /**
   * The program stays until it is ended, like a server: wall time, CPU time and output are not limited. Its
   * output goes to one reader and is not stored; `outputBytes` limits what may wait for that reader, and the
   * result contains the end of its stderr.
   */
  readonly stays?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface OutputChunk {
  readonly stream: "stdout" | "stderr";
  readonly text: string;
}

/** How a run ended. `exitCode` 124 means a timeout, null that it could not be started (`cause` says why). */
export interface SandboxResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly durationMs: number;
  readonly timedOut: boolean;
  /** The output limit was reached: the run was killed, and the stored output ends in `[TRUNCATED]`. */
  readonly truncated: boolean;
  readonly limitHit: LimitName | null;
  readonly driver: DriverName;
  /** Why it did not start, or `cancelled`. */
  readonly cause?: string;
  /** Each attempted connection, if hosts were granted. */
  readonly connections?: readonly ConnectionRecord[];
}

export interface SandboxRun {
  /**
   * The output as it appears, from the first byte. Ends with the run. Any number may read it; for a program
   * that stays, only one.
   */
  readonly output: AsyncIterable<OutputChunk>;
  /**
   * Never rejects: a failure to start is a result, too. Resolves when nothing of the run is left on the
   * machine.
   */
  readonly result: Promise<SandboxResult>;
  /** Kills the whole process tree. */
  kill(): void;
  /** The latest thousand attempted connections, if hosts were granted. */
  readonly connections?: readonly ConnectionRecord[];
}

/** Where untrusted code runs. Takes a list of arguments and never a shell command line. */
export interface Sandbox {
  readonly driver: DriverName;
  readonly boundary: Boundary;
  /** The limits of a run, unless it requests lower ones. */
  readonly limits: Limits;
  start(argv: readonly string[], options?: StartOptions): SandboxRun;
  /**
   * Keeps a process waiting for a start like this one, if the driver supports it. That start is then
   * immediate.
   */
  prepare(argv: readonly string[], options?: StartOptions): Promise<void>;
  /** Kills what still runs and removes the sandbox's own files. */
  close(): Promise<void>;
}

/** One attempt of a run to reach a host, as the proxy saw and judged it. */
export interface ConnectionRecord {
  readonly at: string;
  readonly host: string;
  readonly port: number;
  readonly allowed: boolean;
  /** The dialled address, or why there was none. */
  readonly detail: string;
}
