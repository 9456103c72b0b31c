import type { Effect } from "./effect.ts";
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
  /** Where the previous content of what the call changes is kept. */
  readonly undoFolder: string;
  /** Called when previous content lies there, before the change is made. */
  onKept?(): Promise<void>;
  readonly signal: AbortSignal;
  /** Asked with the true path before each use, so that a call has only what was judged. What it may not read is not listed. */
  readonly permits?: (effect: Effect) => boolean;
  readonly witness?: FileWitness;
  /** What an editor shows of a file: reading sees it, and what is not saved there is not written over. */
  readonly unsaved?: UnsavedText | undefined;
  /** What programs of the call may not reach; empty by default. */
  readonly withheld?: Withheld;
}

/** Puts files back; the part of a guard that undoing needs. */
export interface FileRepair {
  /** Does the work while nobody else changes these paths. */
  hold<Result>(paths: readonly string[], work: () => Promise<Result>): Promise<Result>;
  /** The SHA-256 of the file as it is now; `undefined` if it does not exist. */
  hashOf(path: string): Promise<string | undefined>;
  put(path: string, content: Uint8Array, mode: number): Promise<void>;
  remove(path: string): Promise<void>;
  /** Removes a folder if it is empty. */
  removeFolder(path: string): Promise<void>;
  /** A true path as results show it. */
  shown(path: string): string;
}

/** The disk behind its guard: gives a path its one spelling, and each call its own way in. */
export interface FileGuard {
  /** The true, absolute path that `path` names; `path_blocked` when it lies outside or in a protected place. */
  canonical(path: string): Promise<string>;
  /** The self-starting names that lead to the same file by links: writing it starts what they name. */
  startingNames(path: string): Promise<string[]>;
  open(options: FileAccessOptions): FileAccess;
  repair(): Promise<FileRepair>;
  /** Watches folders while a program stays in them that can write there; `owner` says who it is. */
  watch(folders: readonly string[], owner: string): Promise<FolderWatch>;
  /** Sets apart what programs left behind whose Dejima was killed. */
  settleLeftOver(): Promise<readonly SetApartFile[]>;
}
