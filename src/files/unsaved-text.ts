import { isUtf8 } from "node:buffer";
import { DejimaError } from "../contract/error.ts";
import { withoutByteOrderMark } from "../text/unseen.ts";
import { type CallAccess, refuseAfterEnd } from "./call-access.ts";
import { printable, quotePath } from "./file-errors.ts";
import type { Place } from "./guarded-disk.ts";

/** The text of a file that an editor shows and has not saved. Returns `undefined` if what it shows is saved, or it shows nothing. */
export async function unsavedText(
  access: Pick<CallAccess, "unsaved" | "signal">,
  place: Place,
  saved: Buffer,
): Promise<Buffer | undefined> {
  if (access.unsaved === undefined || saved.includes(0) || !isUtf8(saved)) return undefined;
  // An editor that does not answer shows nothing.
  const shown = await access.unsaved(place.path, { signal: access.signal }).catch(() => undefined);
  refuseAfterEnd(access);
  return shown === undefined || plain(shown) === plain(saved.toString()) ? undefined : Buffer.from(shown);
}

/** Editors keep line ends and byte order marks to themselves. */
function plain(text: string): string {
  return withoutByteOrderMark(text).replaceAll("\r\n", "\n");
}

/** Throws where an editor holds text of a file that would be lost. */
export async function refuseUnsaved(
  access: Pick<CallAccess, "unsaved" | "signal">,
  place: Place,
  saved: Buffer | undefined,
): Promise<void> {
  if (saved === undefined || (await unsavedText(access, place, saved)) === undefined) return;
  throw new DejimaError(
    "conflict",
    `Cannot write ${quotePath(place.asked)}: it has unsaved changes in the editor. Save or revert them there, then try again`,
    { path: printable(place.asked) },
  );
}
