/** What a tool can learn about a file without opening it. */
export interface FileInfo {
  readonly path: string;
  /** `link` appears only in listings; elsewhere a link is reported as its target. */
  readonly type: "file" | "directory" | "link" | "other";
  readonly size: number;
  readonly modified: number;
}

export interface ReadLimits {
  /** Refuse files larger than this with `too_large`. */
  readonly maxBytes: number;
}

export interface WriteOptions {
  /** The SHA-256 that the file must have now. Throws `conflict` if it differs. */
  readonly expected?: string;
}

export interface ListOptions {
  readonly recursive: boolean;
  /** A glob over the path relative to the listed folder. A glob without a slash matches the last name. */
  readonly pattern?: string;
  readonly limit: number;
}

export interface FileListing {
  readonly files: readonly FileInfo[];
  readonly truncated: boolean;
  /** Number of entries left out: Dejima's own files, sensitive names, and paths that the call may not read. */
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
  /** Number of entries left out, as in a listing. */
  readonly hidden: number;
  /** Entries skipped because a .gitignore names them. */
  readonly ignored: number;
  /** Files skipped because they are too large. */
  readonly tooLarge: number;
  /** Both engines give the same results. */
  readonly engine: "ripgrep" | "built-in";
}

/** What changed in folders while a program worked in them. Paths are spelled as in results. */
export interface FolderChanges extends SetApartChanges {
  readonly changed: readonly string[];
  /** Changed paths that undo cannot restore: links, and files too large to keep. */
  readonly cannotUndo: readonly string[];
  /** Changed paths that a rule forbids to change: created while the program ran, before a mask could cover them. */
  readonly forbidden?: readonly string[];
  /** Paths that were not checked because an ignore file named them before the program began; only the topmost ones are listed. */
  readonly ignored?: readonly string[];
  /** Why no content was kept, if none was. Changes are then unknown, too. */
  readonly notKept?: string;
}

/** Folders whose content was saved before a program ran. */
export interface FolderSnapshot {
  /** Finds the changes and adds them to what undoing the call restores. Call it once, when the program has ended. */
  settle(): Promise<FolderChanges>;
}

/**
 * The only way for a tool to reach the disk. Every path is resolved inside the allowed folders, and a link counts as its
 * target. The file that is opened is the one that was checked. Each change keeps the previous content, so that it can be undone.
 * Once the call has ended, for whatever reason, every method refuses.
 */
export interface FileAccess {
  /** The folder that relative paths start from. */
  readonly workspace: string;
  read(path: string, limits: ReadLimits): Promise<Buffer>;
  /** Writes the whole file atomically: readers see the old content or the new one, never a part. */
  write(path: string, content: Uint8Array, options?: WriteOptions): Promise<void>;
  delete(path: string): Promise<void>;
  /** Moves a file to a path that does not exist yet. Throws `conflict` if it exists. */
  move(from: string, to: string): Promise<void>;
  info(path: string): Promise<FileInfo | undefined>;
  list(path: string, options: ListOptions): Promise<FileListing>;
  search(path: string, pattern: string, options: SearchOptions): Promise<SearchResult>;
  /** Saves the content of folders before a program runs in them, so that its changes can be undone. */
  keep(folders: readonly string[]): Promise<FolderSnapshot>;
  /** Adds this call to the watch of a long-running program. Call the returned function when the program has answered. */
  follow(watch: FolderWatch): () => Promise<SetApartChanges>;
  /** The masks that the rules for this call require in folders before a program gets them. */
  masks(folders: readonly MountedFolder[]): Promise<readonly Mask[]>;
}

/** Returns the text of a file as an editor shows it, saved or not. Returns `undefined` if no editor shows the file. */
export interface UnsavedText {
  (path: string, options: { readonly signal: AbortSignal }): Promise<string | undefined>;
  /** Has the editor put a text into the file and save it. Resolves to `false` if it does not write files. */
  write?(path: string, text: string, options: { readonly signal: AbortSignal }): Promise<boolean>;
}

/** The same for the editor in which a conversation takes place. */
export interface EditorText {
  (
    path: string,
    options: { readonly conversation: string; readonly signal: AbortSignal },
  ): Promise<string | undefined>;
  write?(
    path: string,
    text: string,
    options: { readonly conversation: string; readonly signal: AbortSignal },
  ): Promise<boolean>;
}

/** A file that is about to change, or has. */
export interface ChangedFile {
  /** The canonical path. */
  readonly path: string;
  /** The SHA-256 of the new content. Absent if the file is deleted. */
  readonly sha256?: string | undefined;
  /** The SHA-256 of the content that it replaces or deletes, which an undo brings back. */
  readonly replaced?: string | undefined;
  /** The canonical path that it is moved from. */
  readonly from?: string | undefined;
  /** Set if the exact changes are unknown: anything at this path or below it may change. */
  readonly tree?: boolean | undefined;
}

/** Observes what a call reads and changes, so that marks stay with the content. */
export interface FileWitness {
  /** Called before the call gets the content of a file. */
  read(path: string, content: Uint8Array): Promise<void>;
  /** Called before the call gets the names of files. */
  named(paths: readonly string[]): Promise<void>;
  /** Called before files get new content. For changes of a program: right after it has ended. */
  writing(changes: readonly ChangedFile[]): Promise<void>;
  /** Called after files have changed. */
  written(changes: readonly ChangedFile[]): Promise<void>;
}

/** A folder that is mounted for a program, and its access. */
export interface MountedFolder {
  readonly path: string;
  readonly access: "read-only" | "read-write";
}

/**
 * One restricted path in a folder that is mounted for a program. `hide-file` and `hide-folder` make it invisible, `lock`
 * prevents changes, `hold` prevents moving it, because a path below it would then lose its mask.
 */
export interface Mask {
  readonly type: "hide-file" | "hide-folder" | "lock" | "hold";
  /** The canonical path. */
  readonly path: string;
  /** Identifies the file or folder. If another one takes its place, the mask must be computed again. */
  readonly identity: string;
}

/** What rules and names withhold from programs, by canonical path. */
export interface Withheld {
  /** Whether a rule forbids reading this path. */
  hides(path: string): boolean;
  /** Whether a name between the root and the path marks it as secret and no rule decides about it. */
  isSecret(path: string, root: string): boolean;
  /** Whether a name alone could mark a secret. A path without such a name is not secret. */
  couldBeSecret(name: string): boolean;
  /** Whether a rule forbids changing or deleting this path. */
  locks(path: string): boolean;
}

/** A self-starting file that a program wrote and that waits for a person's decision. */
export interface SetApartFile {
  readonly path: string;
  /** What would run or obey the file. */
  readonly why: string;
  /** The id for `dejima set-apart accept`. */
  readonly id: string;
}

/** The self-starting files among a program's changes. */
export interface SetApartChanges {
  /** New or changed self-starting files. They are not in their place until a person accepts them. */
  readonly setApart?: readonly SetApartFile[];
  /** Files that were set apart earlier, when no result could name them. */
  readonly setApartEarlier?: readonly SetApartFile[];
  /** Why the search for self-starting files was incomplete, if it was. */
  readonly notChecked?: string;
}

/** A call that uses a long-running program. */
export interface WatchedCall {
  readonly callId: string;
  readonly witness?: FileWitness | undefined;
}

/** A watch over folders in which a program works that outlives a call. */
export interface FolderWatch {
  /**
   * Registers a call for as long as it uses the program. Call the returned function at its end: it marks what has changed since
   * the last check, for all calls in progress and the one before, and sets self-starting files apart.
   */
  begin(call: WatchedCall): () => Promise<SetApartChanges>;
  /** The last check, once the program has ended. A later result names the files that it sets apart. */
  close(): Promise<void>;
}
