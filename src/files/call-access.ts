import type { FileWitness, UnsavedText, Withheld } from "../contract/data/file-access.ts";
import type { Effect } from "../contract/effect.ts";
import { DejimaError } from "../contract/error.ts";
import { printable, quotePath } from "./file-errors.ts";
import type { GuardedDisk, Place } from "./guarded-disk.ts";
import type { SetApartPlace } from "./set-apart/set-apart-place.ts";
import type { UndoJournal } from "./undo/undo-journal.ts";

/** The disk as one call may use it. */
export interface CallAccess {
  readonly disk: GuardedDisk;
  readonly journal: UndoJournal;
  readonly undoMaxBytes: number;
  /** If a tree has more files, it is not saved while a program works in it. */
  readonly undoMaxFiles: number;
  readonly signal: AbortSignal;
  readonly callId: string;
  /** Where self-starting files of programs are moved. Without it, they stay in place. */
  readonly setApart?: SetApartPlace | undefined;
  /** Checks an effect against what the call was allowed. Default: everything in the allowed folders. */
  readonly permits?: ((effect: Effect) => boolean) | undefined;
  readonly witness?: FileWitness | undefined;
  readonly unsaved?: UnsavedText | undefined;
  /** What programs of the call may not reach. */
  readonly withheld: Withheld;
}

type FileEffectKind = Extract<Effect["kind"], `file.${string}`>;

/** Throws once the call is over. Called before each step, and last right before a change. */
export function refuseAfterEnd({ signal }: Pick<CallAccess, "signal">): void {
  if (!signal.aborted) return;
  throw new DejimaError("cancelled", "Cannot use files: the call has ended");
}

/** Finds the place that a call wants to use. Throws if the call may not use it. */
export async function locatePermitted(
  access: CallAccess,
  path: string,
  kind: FileEffectKind,
): Promise<Place> {
  refuseAfterEnd(access);
  const place = await access.disk.locate(path);
  refuseAfterEnd(access);
  if (place.sealed && kind !== "file.read")
    throw new DejimaError(
      "path_blocked",
      `Cannot change ${quotePath(path)}: Dejima itself is configured there, so no tool may change it. Edit it yourself`,
      { path: printable(path), kind },
    );
  if (isPermitted(access, kind, place.canonical)) return place;
  throw new DejimaError(
    "path_blocked",
    `Cannot use ${quotePath(path)}: it leads to ${quotePath(access.disk.shown(place.canonical))}, which this call was not allowed to use`,
    { path: printable(path), kind },
  );
}

/** Whether the call may have this effect on this canonical path. */
export function isPermitted(access: CallAccess, kind: FileEffectKind, canonical: string): boolean {
  return access.permits?.({ kind, target: canonical }) ?? true;
}
