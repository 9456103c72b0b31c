import { DejimaError } from "../../../contract/error.ts";

/** One file or folder of an archive. Links, devices and pipes never become one: readers refuse them. */
export interface ArchiveEntry {
  readonly path: string;
  readonly type: "file" | "directory";
  readonly executable: boolean;
  /** The bytes of a file, as they really are. Nothing is opened before the first of them is asked for. */
  content(): AsyncIterable<Uint8Array>;
}

/** Called for each entry in turn; the reader waits for it. */
export type VisitEntry = (entry: ArchiveEntry) => Promise<void>;

export function badArchive(reason: string, cause?: unknown): DejimaError {
  return new DejimaError("skill_invalid", `Cannot unpack the skill: ${reason}`, {}, { cause });
}
