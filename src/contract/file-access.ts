import type { FolderWatch, SetApartChanges } from "./folder-watch.ts";
import type { GivenFolder, Mask } from "./mask.ts";

/** What a tool may learn of a file without opening it. */
export interface FileInfo {
  readonly path: string;
  /** A link is one only in listings; elsewhere it counts as what it leads to. */
  readonly type: "file" | "directory" | "link" | "other";
  readonly size: number;
  readonly modified: number;
}

export interface ReadLimits {
  /** Refuse files larger than this with `too_large`. */
  readonly maxBytes: number;
}

export interface WriteOptions {
  /** The SHA-256 the file must have now; `conflict` when it has another. */
  readonly expected?: string;
}

export interface ListOptions {
  readonly recursive: boolean;
  /** A glob over the path relative to the listed folder; without a slash in it, over the last name. */
  readonly pattern?: string;
  readonly limit: number;
}

export interface FileListing {
  readonly files: readonly FileInfo[];
  readonly truncated: boolean;
  /** Entries withheld: Dejima's own, names that say they hold secrets, what the call may not read. */
  readonly hidden: number;
}

export interface SearchOptions {
  readonly glob?: string;
  readonly ignoreCase: boolean;
  readonly literal: boolean;
  readonly limit: number;
  readonly filesOnly: boolean;
  readonly maxLineLength: number;
}

export interface SearchHit {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

export interface SearchResult {
  readonly files: readonly string[];
  readonly hits: readonly SearchHit[];
  readonly truncated: boolean;
  /** Entries passed over, as in a listing. */
  readonly hidden: number;
  /** Entries passed over because a .gitignore names them. */
  readonly ignored: number;
  /** Files passed over because of their size. */
  readonly tooLarge: number;
  /** Both give the same answers. */
  readonly engine: "ripgrep" | "built-in";
}

/** What became of folders while a program worked in them; paths as results show them. */
export interface FolderChanges extends SetApartChanges {
  readonly changed: readonly string[];
  /** Those among them that undoing cannot put back: links, files that are too large to be kept. */
  readonly cannotUndo: readonly string[];
  /** Those among them that a rule forbids to change: made while the program ran, where no mask could stand yet. */
  readonly forbidden?: readonly string[];
  /** What nobody looked at because an ignore file named it before the program began, its topmost folders and files. */
  readonly ignored?: readonly string[];
  /** Why nothing was kept at all, where it was not; then nothing is known of changes either. */
  readonly notKept?: string;
}

/** Folders whose content was kept. */
export interface KeptFolders {
  /** Looks what has changed, and makes it part of what undoing the call puts back. Once, when the program has ended. */
  settle(): Promise<FolderChanges>;
}

/**
 * The only way a tool reaches the disk. Every path is resolved inside the allowed folders, a link counts as its target,
 * what was checked is what is opened, and each change keeps the previous content so that it can be undone. Once the call
 * has ended, for whatever reason, every method refuses.
 */
export interface FileAccess {
  read(path: string, limits: ReadLimits): Promise<Buffer>;
  /** Writes the whole file in one step: readers see the old content or the new one, never a part. */
  write(path: string, content: Uint8Array, options?: WriteOptions): Promise<void>;
  delete(path: string): Promise<void>;
  /** Moves a file to where nothing is; `conflict` when something is. */
  move(from: string, to: string): Promise<void>;
  info(path: string): Promise<FileInfo | undefined>;
  list(path: string, options: ListOptions): Promise<FileListing>;
  search(path: string, pattern: string, options: SearchOptions): Promise<SearchResult>;
  /** Keeps what stands below folders before a program is let loose on them, so that its changes can be undone as well. */
  keep(folders: readonly string[]): Promise<KeptFolders>;
  /** Takes part in the watch of a program that stays; what it gives is called when the program has answered. */
  follow(watch: FolderWatch): () => Promise<SetApartChanges>;
  /** What has to be masked in folders before a program is given them, by the rules for this call. */
  masks(folders: readonly GivenFolder[]): Promise<readonly Mask[]>;
}
