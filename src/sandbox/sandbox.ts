import type { DriverName } from "../contract/config-names.ts";
import type { Mask } from "../contract/file-access.ts";
import type { BoundSecret } from "../contract/secret.ts";
import type { LimitName, Limits } from "./limit/limits.ts";

/** Whether a driver holds code that means harm. Shown wherever a driver is shown. */
export type Boundary = "security boundary" | "not a security boundary";

export type Access = "read-only" | "read-write";

/** A folder or file of the host that the run sees, at the same path as outside. Everything not granted is absent. */
export interface Mount {
  readonly path: string;
  readonly access: Access;
}

/** What goes into the program. Nothing at all means an empty input, never an input that stays open. */
export type Input = string | Uint8Array | AsyncIterable<string | Uint8Array>;

export interface StartOptions {
  /** Where the program works. Without one it gets a private, empty folder that vanishes with it. */
  readonly workspace?: Mount | undefined;
  /** What it sees besides: a skill's folder, a data folder. */
  readonly mounts?: readonly Mount[] | undefined;
  /** Paths inside what was granted that stay out of sight: a folder shows empty, a file too. Those that do not exist are passed over. */
  readonly hidden?: readonly string[] | undefined;
  /** Folders that Dejima keeps for this program. It sees them even where `hidden` covers everything around them. */
  readonly ownFolders?: readonly Mount[] | undefined;
  /** The folder that HOME names; `/tmp` by default. */
  readonly home?: string | undefined;
  /** What of the granted folders must not be seen, changed or moved, by true path. A driver that cannot see to it refuses. */
  readonly masks?: readonly Mask[] | undefined;
  /** Where the program starts, the workspace by default; must lie inside something granted. */
  readonly workingDirectory?: string | undefined;
  /**
   * The only programs of the system that it may run, besides its own interpreter and the plain tools of a shell, by name or
   * by path. Left out: all that the sandbox has.
   */
  readonly programs?: readonly string[] | undefined;
  /** Variables granted by name. Names that steer an interpreter or the loader are dropped. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Hosts it may reach: `api.example.com`, `*.example.com`, each with `:port` where it is not 80 or 443. */
  readonly hosts?: readonly string[] | undefined;
  /** Secrets that it uses without seeing them: it gets placeholders, and the proxy puts the values in on the way to bound hosts. */
  readonly secrets?: readonly BoundSecret[] | undefined;
  /** Lowers the limits of the sandbox. A larger value has no effect: only config raises them. */
  readonly limits?: Partial<Limits> | undefined;
  readonly stdin?: Input | undefined;
  /**
   * The program stays until it is ended, like a server: it has no end of time, processor time or output. What it prints is handed
   * to one reader and not kept; `outputBytes` bounds what may wait for that reader, the result holds the end of its stderr.
   */
  readonly stays?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface OutputChunk {
  readonly stream: "stdout" | "stderr";
  readonly text: string;
}

/** How a run ended. `exitCode` 124 means that its time was up, null that it could not be started (`cause` says why). */
export interface SandboxResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly durationMs: number;
  readonly timedOut: boolean;
  /** The output limit was reached: the run was killed and `[TRUNCATED]` stands at the end of what was kept. */
  readonly truncated: boolean;
  readonly limitHit: LimitName | null;
  readonly driver: DriverName;
  /** Why it did not start, or `cancelled`. */
  readonly cause?: string;
  /** Each connection that it tried, where hosts were granted. */
  readonly connections?: readonly ConnectionRecord[];
}

export interface SandboxRun {
  /** The output as it appears, from the first byte; ends with the run. May be read by several, or by nobody; of one that stays, by one. */
  readonly output: AsyncIterable<OutputChunk>;
  /** Never rejects: a failure to start is a result too. Settles when nothing of the run is left on the machine. */
  readonly result: Promise<SandboxResult>;
  /** Ends the whole process tree. */
  kill(): void;
  /** The connections that it has tried so far, the last thousand, where hosts were granted. */
  readonly connections?: readonly ConnectionRecord[];
}

/** Where untrusted code runs. Takes a list of arguments and never a line for a shell. */
export interface Sandbox {
  readonly driver: DriverName;
  readonly boundary: Boundary;
  /** What a run gets unless it asks for less. */
  readonly limits: Limits;
  start(argv: readonly string[], options?: StartOptions): SandboxRun;
  /** Lets a process wait for a start like this one, where processes can wait; it then begins at once. */
  prepare(argv: readonly string[], options?: StartOptions): Promise<void>;
  /** Kills what still runs and removes what the sandbox kept for itself. */
  close(): Promise<void>;
}

/** One attempt of a run to reach a host, as the proxy saw and judged it. */
export interface ConnectionRecord {
  readonly at: string;
  readonly host: string;
  readonly port: number;
  readonly allowed: boolean;
  /** The address that was dialled, or why there was none. */
  readonly detail: string;
}
