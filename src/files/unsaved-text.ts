import { isUtf8 } from "node:buffer";
import { DejimaError } from "../contract/error.ts";
import { withoutByteOrderMark } from "../text/hidden-characters.ts";
import { type CallAccess, refuseAfterEnd } from "./call-access.ts";
import { printable, quotePath } from "./file-errors.ts";
import type { Place } from "./guarded-disk.ts";

/** The unsaved text of a file in an editor. Returns `undefined` if the text is saved, or no editor shows the file. */
export async function unsavedText(
  access: Pick<CallAccess, "unsaved" | "signal">,
  place: Place,
  saved: Buffer,
): Promise<Buffer | undefined> {
  if (access.unsaved === undefined || saved.includes(0) || !isUtf8(saved)) return undefined;
  // An editor that does not answer counts as not showing the file.
  const shown = await access.unsaved(place.path, { signal: access.signal }).catch(() => undefined);
  refuseAfterEnd(access);
  return shown === undefined || plain(shown) === plain(saved.toString()) ? undefined : Buffer.from(shown);
}

/** Editors do not report line ends and byte order marks. */
function plain(text: string): string {
  return withoutByteOrderMark(text).replaceAll("\r\n", "\n");
}

/** The error for a write that would lose unsaved text in an editor. */
export function unsavedChanges(place: Place): DejimaError {
  return new DejimaError(
    "conflict",
    `Cannot write ${quotePath(place.requested)}: it has unsaved changes in the editor. Save or revert them there, then try again`,
    { path: printable(place.requested) },
  );
}
