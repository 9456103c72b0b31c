import type { FileWitness } from "./file-witness.ts";

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
