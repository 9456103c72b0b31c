import type { SelfStartingChanges } from "./settle-survey.ts";

/** A file that Dejima itself puts somewhere because it was allowed to. */
export interface VouchedFile {
  /** The true path. */
  readonly path: string;
  readonly sha256: string;
  readonly mode: number;
}

/** A look at the self-starting files of folders that a program can write to. */
export interface StartingWatch {
  /** Sets apart what is new or changed since the last look, and puts back what stood there. */
  look(callId: string): Promise<SelfStartingChanges>;
  /** The last look, once the program has ended. */
  close(callId: string): Promise<SelfStartingChanges>;
  /** Tells of a file that is about to be put there by somebody else than the program. */
  vouch(file: VouchedFile): void;
}
