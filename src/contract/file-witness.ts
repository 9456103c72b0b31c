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
