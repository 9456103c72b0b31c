import type { FileAccess } from "./file-access.ts";

export interface FileAccessOptions {
  readonly callId: string;
  /** Where the previous content of what the call changes is kept. */
  readonly undoFolder: string;
  readonly signal: AbortSignal;
}

/** The disk behind its guard: gives a path its one spelling, and each call its own way in. */
export interface FileGuard {
  /** The true, absolute path that `path` names; `path_blocked` when it lies outside or in a protected place. */
  canonical(path: string): Promise<string>;
  open(options: FileAccessOptions): FileAccess;
}
