import { lstat } from "node:fs/promises";
import { basename } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import type { CallAccess } from "../call-access.ts";
import { printable, quotePath } from "../file-errors.ts";
import type { FolderHandle } from "../folder-handle.ts";
import type { Place } from "../guarded-disk.ts";
import { isUnchanged, openRegularFile, readWhole, undefinedIfMissing } from "../regular-file.ts";
import type { FileState } from "./undo-journal.ts";

/** A file as it was before a change. */
export interface Previous {
  readonly content: Buffer;
  readonly state: FileState;
  readonly owner: { readonly uid: number; readonly gid: number };
  /** Throws if the file is no longer as it was read. */
  verify(): Promise<void>;
}

/** Reads the content that a change would replace, so that it can be kept. Returns `undefined` if there is no file. */
export async function readPrevious(
  access: Pick<CallAccess, "undoMaxBytes">,
  folder: FolderHandle,
  place: Place,
  action: string,
): Promise<Previous | undefined> {
  await using file = await openRegularFile(folder, place, action);
  if (file === undefined) return undefined;
  const { stats } = file;
  const content = await readWhole(file, access.undoMaxBytes, () =>
    tooLarge(place, action, access.undoMaxBytes),
  );
  return {
    content,
    state: { sha256: sha256(content), size: content.length, mode: stats.mode & 0o777 },
    owner: { uid: stats.uid, gid: stats.gid },
    async verify() {
      const now = await lstat(folder.at(basename(place.path))).catch(undefinedIfMissing);
      if (now === undefined || !isUnchanged(stats, now)) throw changedMeanwhile(place, action);
    },
  };
}

/** The error for a file that somebody else changed between two of our steps. */
export function changedMeanwhile(place: Place, action: string): DejimaError {
  return new DejimaError(
    "conflict",
    `Cannot ${action} ${quotePath(place.requested)}: somebody else has changed it. Read it again and retry`,
    { path: printable(place.requested) },
  );
}

function tooLarge(place: Place, action: string, undoMaxBytes: number): DejimaError {
  return new DejimaError(
    "too_large",
    `Cannot ${action} ${quotePath(place.requested)}: it is larger than the ${undoMaxBytes} bytes that can be kept for undo. Raise tools.undoLimit in the config`,
    { path: printable(place.requested), undoMaxBytes },
  );
}
