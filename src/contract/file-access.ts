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

/** Gives the text of a file as an editor shows it, saved or not. Returns `undefined` if no editor shows it. */
export type UnsavedText = (
  path: string,
  options: { readonly signal: AbortSignal },
) => Promise<string | undefined>;

/** The same for the editor that a conversation is held in. */
export type EditorText = (
  path: string,
  options: { readonly conversation: string; readonly signal: AbortSignal },
) => Promise<string | undefined>;

/** A file that is about to change, or has. */
export interface ChangedFile {
  /** Its true path. */
  readonly path: string;
  /** The content that it gets; left out where it is deleted. */
  readonly sha256?: string | undefined;
  /** The true path that it is moved from. */
  readonly from?: string | undefined;
  /** Set where it is not known what changes: at this path, or below it. */
  readonly tree?: boolean | undefined;
}

/** Hears what a call reads and changes, so that what is known of content stays with it. */
export interface FileWitness {
  /** Before the call is given the content of a file. */
  read(path: string, content: Uint8Array): Promise<void>;
  /** Before the call is given the names of files. */
  named(paths: readonly string[]): Promise<void>;
  /** Before files get new content; for changes of a program, right after it has ended. */
  writing(changes: readonly ChangedFile[]): Promise<void>;
  /** After files have changed. */
  written(changes: readonly ChangedFile[]): Promise<void>;
}

/** A folder that a program is given, and how. */
export interface GivenFolder {
  readonly path: string;
  readonly access: "read-only" | "read-write";
}

/**
 * One path in a folder that a program is given, and what stands in its way there: `hide-file` and `hide-folder` keep it
 * from being seen, `lock` from being changed, `hold` from being moved, because something below would then lose its mask.
 */
export interface Mask {
  readonly type: "hide-file" | "hide-folder" | "lock" | "hold";
  /** The true path. */
  readonly path: string;
  /** Which file or folder it was: another one in its place needs another look. */
  readonly identity: string;
}

/** What rules and names withhold from programs, by true path. */
export interface Withheld {
  /** Whether a rule keeps this path from being read. */
  hides(path: string): boolean;
  /** Whether a name on the way from the root, without a rule, says that the path holds secrets. */
  isSecret(path: string, root: string): boolean;
  /** Whether a name alone could be that of a secret: paths without such a name are none. */
  couldBeSecret(name: string): boolean;
  /** Whether a rule keeps this path from being changed or deleted. */
  locks(path: string): boolean;
}

/** A self-starting file that a program wrote, and that waits for a person. */
export interface SetApartFile {
  readonly path: string;
  /** What would happen with it. */
  readonly why: string;
  /** For `dejima set-apart accept`. */
  readonly id: string;
}

/** What of a program's files starts by itself. */
export interface SetApartChanges {
  /** Self-starting files that were new or changed: they are not in their place until a person accepts them. */
  readonly setApart?: readonly SetApartFile[];
  /** Those that were set apart earlier, when there was no result to name them in. */
  readonly setApartEarlier?: readonly SetApartFile[];
  /** Why not everything was searched for self-starting files. */
  readonly notChecked?: string;
}

/** A call that has a program work which was there before and stays. */
export interface WatchedCall {
  readonly callId: string;
  readonly witness?: FileWitness | undefined;
}

/** Folders in which a program works that outlives a call. */
export interface FolderWatch {
  /**
   * Registers a call for as long as it has the program work. What it gives is called at its end: it marks what has changed since the
   * last look for all calls under way and the one before, and sets self-starting files apart.
   */
  begin(call: WatchedCall): () => Promise<SetApartChanges>;
  /** The last look, once the program has ended. What it sets apart is named in a later result. */
  close(): Promise<void>;
}
