import type { Effect } from "../effect.ts";
import type {
  FileAccess,
  FileWitness,
  FolderWatch,
  SetApartFile,
  UnsavedText,
  Withheld,
} from "./file-access.ts";

export interface FileAccessOptions {
  readonly callId: string;
  /** Where the previous content of the call's changes is kept. */
  readonly undoFolder: string;
  /** Called when previous content has been kept, before the change is made. */
  onKept?(): Promise<void>;
  readonly signal: AbortSignal;
  /** Called with the canonical path before each access, so that a call can do only what was judged. Unreadable paths are not listed. */
  readonly permits?: (effect: Effect) => boolean;
  readonly witness?: FileWitness;
  /** The text of a file in an editor. Reads return it, and a write does not overwrite unsaved changes. */
  readonly unsaved?: UnsavedText | undefined;
  /** What programs of the call may not reach. Default: nothing is withheld. */
  readonly withheld?: Withheld;
}

/** Restores files: the part of a guard that undo needs. */
export interface FileRepair {
  /** Runs the work while nobody else can change these paths. */
  hold<Result>(paths: readonly string[], work: () => Promise<Result>): Promise<Result>;
  /** The current SHA-256 of the file. Returns `undefined` if it does not exist. */
  hashOf(path: string): Promise<string | undefined>;
  put(path: string, content: Uint8Array, mode: number): Promise<void>;
  remove(path: string): Promise<void>;
  /** Removes a folder if it is empty. */
  removeFolder(path: string): Promise<void>;
  /** A canonical path as results show it. */
  shown(path: string): string;
}

/** The guarded disk: gives each path its canonical spelling, and each call its own access. */
export interface FileGuard {
  /** The folder that relative paths start from. */
  readonly workspace: string;
  /** The canonical, absolute path of `path`. Throws `path_blocked` if it is outside the allowed folders or in a protected place. */
  canonical(path: string): Promise<string>;
  /** The self-starting names that link to the same file. Writing the file starts what they name. */
  startingNames(path: string): Promise<string[]>;
  open(options: FileAccessOptions): FileAccess;
  repair(): Promise<FileRepair>;
  /** Watches folders while a long-running program can write there. `owner` names the program. */
  watch(folders: readonly string[], owner: string): Promise<FolderWatch>;
  /** Sets apart the self-starting files left by programs whose Dejima process was killed. */
  settleLeftOver(): Promise<readonly SetApartFile[]>;
}
