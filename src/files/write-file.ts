import { isUtf8 } from "node:buffer";
import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { WriteOptions } from "../contract/data/file-access.ts";
import { DejimaError } from "../contract/error.ts";
import { sha256 } from "../support/lazy-crypto.ts";
import { withoutByteOrderMark } from "../text/hidden-characters.ts";
import { type CallAccess, locatePermitted, refuseAfterEnd } from "./call-access.ts";
import { describeErrors, printable, quotePath } from "./file-errors.ts";
import type { FolderHandle } from "./folder-handle.ts";
import type { Place } from "./guarded-disk.ts";
import { openNearestFolder, withParentFolders } from "./open-parent.ts";
import { openRegularFile } from "./regular-file.ts";
import { announceWrite } from "./set-apart/set-apart-place.ts";
import { putFile } from "./temporary-file.ts";
import { changedMeanwhile, type Previous, readPrevious } from "./undo/keep-previous.ts";
import { unsavedChanges, unsavedText } from "./unsaved-text.ts";

/** Writes a whole file atomically, after the content that it replaces was kept. */
export async function writeFile(
  access: CallAccess,
  path: string,
  content: Uint8Array,
  options: WriteOptions = {},
): Promise<void> {
  const place = await locatePermitted(access, path, "file.write");
  await access.disk.locks.hold([place.canonical], () =>
    describeErrors("write", path, async () => {
      await using nearest = await openNearestFolder(access.disk, place);
      const exists = nearest.missing.length === 0;
      const previous = exists ? await readPrevious(access, nearest.folder, place, "write") : undefined;
      refuseReadOnly(place, previous);
      const shown = previous && (await unsavedText(access, place, previous.content));
      const before = replaced(access, place, { previous, shown }, options);
      const after = { sha256: sha256(content), size: content.length, mode: previous?.state.mode ?? NEW_MODE };
      const change = { path: place.canonical, sha256: after.sha256, replaced: before?.state.sha256 };
      await access.witness?.writing([change, ...nearest.missing.map(madeFolder)]);
      await access.journal.record(
        [
          {
            action: "write",
            path: place.path,
            before: before?.state ?? null,
            after,
            folders: [...nearest.missing],
          },
        ],
        before?.content,
      );
      refuseAfterEnd(access);
      announceWrite(access.setApart, {
        path: place.path,
        sha256: after.sha256,
        mode: previous?.state.mode ?? 0,
      });
      await withParentFolders(access.disk, nearest, async (folder) => {
        const { took, previous: now } = await writeThroughEditor(
          access,
          { folder, place, content },
          previous,
        );
        if (took === "written") return;
        // Its buffer would still contain text that the disk does not have.
        if (took === "refused" && shown !== undefined) throw unsavedChanges(place);
        await replace(access, folder, place, content, now);
      });
      await access.witness?.written([change]);
    }),
  );
}

/**
 * What a write replaces, for undo: the text of the editor if it is what the caller has read and the editor takes changes, else the
 * file. Throws if anything else would be lost.
 */
function replaced(
  access: CallAccess,
  place: Place,
  { previous, shown }: { readonly previous: Previous | undefined; readonly shown: Buffer | undefined },
  options: WriteOptions,
): Pick<Previous, "state" | "content"> | undefined {
  if (previous === undefined || shown === undefined) {
    refuseUnexpected(place, previous, options);
    return previous;
  }
  const hash = sha256(shown);
  if (access.unsaved?.write === undefined || options.expected !== hash) throw unsavedChanges(place);
  return { content: shown, state: { ...previous.state, sha256: hash, size: shown.length } };
}

/** The name of a folder counts as content, too. */
const madeFolder = (path: string) => ({ path: path.normalize("NFC"), sha256: NO_CONTENT });
const NO_CONTENT = sha256("");

/** The mode of a new file depends on the process. For undo, only changed content counts. */
const NEW_MODE = 0o666;

async function replace(
  access: CallAccess,
  folder: FolderHandle,
  place: Place,
  content: Uint8Array,
  previous: Previous | undefined,
): Promise<void> {
  const like = previous && { ...previous.owner, mode: previous.state.mode };
  await putFile(
    folder,
    basename(place.path),
    like === undefined ? { content } : { content, like },
    async () => {
      await (previous === undefined ? refusePresent(folder, place) : previous.verify());
      refuseAfterEnd(access);
    },
  );
}

async function refusePresent(folder: FolderHandle, place: Place): Promise<void> {
  await using present = await openRegularFile(folder, place, "write");
  if (present !== undefined) throw changedMeanwhile(place, "write");
}

function refuseReadOnly(place: Place, previous: Previous | undefined): void {
  if (previous === undefined || (previous.state.mode & 0o222) !== 0) return;
  throw new DejimaError(
    "io_error",
    `Cannot write ${quotePath(place.requested)}: the file is marked read-only. Write to another path`,
    { path: printable(place.requested) },
  );
}

function refuseUnexpected(place: Place, previous: Previous | undefined, { expected }: WriteOptions): void {
  if (expected !== undefined && previous?.state.sha256 !== expected) throw changedMeanwhile(place, "write");
}

/**
 * The result of a change through an editor. `written`: the file now contains exactly that content. `altered`: it contains something else,
 * such as other line ends. `refused`: the editor was not asked, or did not accept it.
 */
interface EditorWrite {
  readonly took: "written" | "altered" | "refused";
  /** The file as it is now. */
  readonly previous: Previous | undefined;
}

/** Has the editor of the conversation write a text file, so that its buffer and its own history have the change. */
async function writeThroughEditor(
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
