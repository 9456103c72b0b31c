import { isUtf8 } from "node:buffer";
import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { sha256 } from "../support/lazy-crypto.ts";
import { withoutByteOrderMark } from "../text/hidden-characters.ts";
import { type CallAccess, refuseAfterEnd } from "./call-access.ts";
import type { FolderHandle } from "./folder-handle.ts";
import type { Place } from "./guarded-disk.ts";
import { type Previous, readPrevious } from "./undo/keep-previous.ts";

/**
 * How an editor took a change: `written` if the file now holds exactly that content, `altered` if it holds anything else, such as
 * other line ends, and `refused` if the editor was not asked or did not take it.
 */
interface EditorWrite {
  readonly took: "written" | "altered" | "refused";
  /** The file as it is now. */
  readonly previous: Previous | undefined;
}

/** Has the editor of the conversation write a text file, so that its buffer and its own history have the change. */
export async function writeThroughEditor(
  access: CallAccess,
  { folder, place, content }: { folder: FolderHandle; place: Place; content: Uint8Array },
  previous: Previous | undefined,
): Promise<EditorWrite> {
  const write = access.unsaved?.write;
  if (write === undefined || !isPlainText(content)) return { took: "refused", previous };
  if (previous !== undefined && !isPlainText(previous.content)) return { took: "refused", previous };
  await previous?.verify();
  // An editor goes by the name: nothing on the way to it may be a link.
  if (!(await leadsNowhereElse(place.path))) return { took: "refused", previous };
  const text = Buffer.from(content).toString();
  const asked = await write(place.path, text, { signal: access.signal }).catch(() => false);
  refuseAfterEnd(access);
  if (!asked) return { took: "refused", previous };
  const now = await readPrevious(access, folder, place, "write");
  return { took: now?.state.sha256 === sha256(content) ? "written" : "altered", previous: now };
}

/** Editors keep byte order marks to themselves, and show no binary files. */
function isPlainText(content: Uint8Array): boolean {
  if (content.includes(0) || !isUtf8(content)) return false;
  const text = Buffer.from(content).toString();
  return withoutByteOrderMark(text) === text;
}

async function leadsNowhereElse(path: string): Promise<boolean> {
  const folder = await realpath(dirname(path)).catch(() => undefined);
  return folder !== undefined && join(folder, basename(path)) === path;
}
