import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readFileSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ChangedFile, FolderChanges, FolderSnapshot } from "../../contract/data/file-access.ts";
import { DejimaError } from "../../contract/error.ts";
import { errnoOf } from "../../support/disk/errno.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { makeFolder } from "../../support/paths.ts";
import { type CallAccess, locatePermitted, refuseAfterEnd } from "../call-access.ts";
import type { Place } from "../guarded-disk.ts";
import { resolveLinks } from "../path/resolve-links.ts";
import { isUnchanged, openRegularFile, type RegularFile } from "../regular-file.ts";
import { watchSelfStarting } from "../set-apart/watch-self-starting.ts";
import { type Survey, surveyFolders } from "./survey-folders.ts";
import type { FileState, UndoStep } from "./undo-journal.ts";

/** The name of a folder counts as content, too. */
const NO_CONTENT = sha256("");
/** Maximum size of all copies. */
const MAX_BYTES = 256 << 20;
const COPIES_PER_TURN = 32;

/**
 * Copies the content of folders into `area`, so that a program's changes can be undone. Content that is too large or outside the
 * allowed folders is not saved, and the result says so: running the program matters more than undo. Self-starting files are checked
 * in any case.
 */
export async function keepFolders(
  access: CallAccess,
  folders: readonly string[],
  area: string,
): Promise<FolderSnapshot> {
  // Everything may be copied: copies are only restored to where they came from.
  const whole = { ...access, permits: undefined };
  // Changes also count if the call was cancelled.
  const settling = { ...whole, signal: new AbortController().signal };
  const watch = await watchStarts(settling, folders);
  const starts = await startsOf(access, folders);
  const copied = "notKept" in starts ? starts : await copyFolders(whole, starts.places, area);
  return {
    async settle() {
      const found = await watch.close(access.callId);
      const unreported = access.setApart?.unreported.splice(0) ?? [];
      const changes =
        "notKept" in copied
          ? copied
          : await settle(settling, copied.places, copied.before, copied.copies).catch(notKept);
      await removeCopies(area);
      if (changes.notKept !== undefined)
        await witnessTrees(access, await Promise.all(folders.map((path) => trueName(access, path))));
      return { ...changes, ...found, ...(unreported.length === 0 ? {} : { setApartEarlier: unreported }) };
    },
  };
}

async function startsOf(
  access: CallAccess,
  folders: readonly string[],
): Promise<{ places: readonly Place[] } | (FolderChanges & { notKept: string })> {
  try {
    return { places: await Promise.all(folders.map((path) => locatePermitted(access, path, "file.write"))) };
  } catch (error) {
    return notKept(error);
  }
}

/** Marks whole trees, because the program's changes there are unknown. */
async function witnessTrees({ witness }: CallAccess, paths: readonly string[]): Promise<void> {
  await witness?.writing(paths.map((path) => ({ path, tree: true })));
}

const trueName = ({ disk }: CallAccess, path: string): Promise<string> =>
  disk.locate(path).then(
    ({ canonical }) => canonical,
    () => path,
  );

/** Watches for self-starting files wherever the folders are, even outside the allowed ones. */
async function watchStarts(access: CallAccess, folders: readonly string[]) {
  const { setApart: place, callId, disk } = access;
  if (place === undefined) return { close: async () => ({}) };
  const tops = await Promise.all(
    folders.map((path) =>
      disk.locate(path).then(
        (found) => found.path,
        () => resolveLinks(path),
      ),
    ),
  );
  return watchSelfStarting(disk, tops, { place, callId });
}

async function copyFolders(access: CallAccess, places: readonly Place[], area: string) {
  try {
    const before = await surveyFolders(access, places, { mostFiles: access.undoMaxFiles });
    return { places, before, copies: await copyAll(access, before, area) };
  } catch (error) {
    await removeCopies(area);
    return notKept(error);
  }
}

function notKept(error: unknown): FolderChanges & { notKept: string } {
  if (!(error instanceof DejimaError) || (error.code !== "too_large" && error.code !== "path_blocked"))
    throw error;
  return { changed: [], cannotUndo: [], notKept: error.message };
}

/** The path of each file's copy. Files that are too large have none. */
type Copies = ReadonlyMap<string, string>;

async function copyAll(access: CallAccess, { files }: Survey, area: string): Promise<Copies> {
  const copies = new Map<string, string>();
  const small = [...files].filter(([, { stats }]) => stats.size <= access.undoMaxBytes);
  if (small.reduce((sum, [, { stats }]) => sum + stats.size, 0) > MAX_BYTES) {
    const most = MAX_BYTES >> 20;
    throw new DejimaError("too_large", `Cannot keep the files for undo: they are over ${most} MB`);
  }
  await makeFolder(area);
  for (const [path, group] of Map.groupBy(small, ([path]) => dirname(path))) {
    await using folder = await access.disk.openFolder(path);
    for (const [file, { stats }] of group) {
      const copy = join(area, String(copies.size));
      if (copyIfSame(folder.at(basename(file)), stats, copy)) copies.set(file, copy);
      // Thousands of small files are copied many times faster synchronously. Other work gets its turn in between.
      if (copies.size % COPIES_PER_TURN === 0) await nextTurn();
      refuseAfterEnd(access);
    }
  }
  return copies;
}

async function settle(
  access: CallAccess,
  starts: readonly Place[],
  before: Survey,
  copies: Copies,
): Promise<FolderChanges> {
  const after = await surveyFolders(access, starts, { before });
  const steps: UndoStep[] = [];
  const witnessed: ChangedFile[] = [];
  const [changed, cannotUndo, forbidden]: [string[], string[], string[]] = [[], [], []];
  for (const path of changedPaths(before, after)) {
    const step = await stepOf(path);
    if (step === "same") continue;
    changed.push(access.disk.shown(path));
    const canonical = path.normalize("NFC");
    if (access.withheld.locks(canonical)) forbidden.push(access.disk.shown(path));
    if (step === undefined) {
      cannotUndo.push(access.disk.shown(path));
      witnessed.push({ path: canonical, tree: true });
    } else {
      steps.push(step);
      witnessed.push({ path: canonical, sha256: step.after?.sha256, replaced: step.before?.sha256 });
    }
  }
  for (const path of after.folders)
    if (!before.folders.has(path)) witnessed.push({ path: path.normalize("NFC"), sha256: NO_CONTENT });
  await access.witness?.writing(witnessed);
  await access.witness?.written(witnessed.filter(({ sha256: hash }) => hash !== NO_CONTENT));
  if (steps.length > 0) await access.journal.record(steps, undefined);
  return {
    changed: changed.sort(),
    cannotUndo: cannotUndo.sort(),
    ...(forbidden.length === 0 ? {} : { forbidden: forbidden.sort() }),
    ...(after.ignored.size === 0 ? {} : { ignored: [...after.ignored].map(access.disk.shown).sort() }),
  };

  async function stepOf(path: string): Promise<UndoStep | "same" | undefined> {
    if (isCutOff(path)) return undefined;
    const found = after.others.has(path) || after.folders.has(path) ? undefined : await stateNow(path);
    if (found === undefined || !(await isReachable(path))) return undefined;
    const copy = copies.get(path);
    const was = before.files.get(path);
    if (was === undefined && before.others.has(path)) return undefined;
    if (was !== undefined && copy === undefined) return undefined;
    const content = copy === undefined ? undefined : await readFile(copy);
    const previous = content === undefined || was === undefined ? null : stateOf(sha256(content), was.stats);
    if (previous !== null && found?.sha256 === previous.sha256) return "same";
    if (content !== undefined) await access.journal.keep(content);
    return { action: "write", path, before: previous, after: found, folders: newFolders(path) };
  }

  /** Whether a folder above has become something else, or cannot be opened any more. */
  function isCutOff(path: string): boolean {
    for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder))
      if (after.others.has(folder) || after.files.has(folder)) return true;
    return false;
  }

  /** The current state. `null` if the file is gone, `undefined` if that is unknown. */
  async function stateNow(path: string): Promise<FileState | null | undefined> {
    const now = after.files.get(path);
    if (now === undefined) return null;
    try {
      await using folder = await access.disk.openFolder(dirname(path));
      await using file = await openRegularFile(folder, placeOf(path, now.start), "keep");
      return file === undefined ? null : stateOf(await hashOf(file), now.stats);
    } catch {
      return undefined;
    }
  }

  /** Whether undo can reach the path. The guard refuses some names that a program can create. */
  async function isReachable(path: string): Promise<boolean> {
    const place = await access.disk.locateTrue(path).catch(() => undefined);
    return place?.canonical === path.normalize("NFC");
  }

  function newFolders(path: string): string[] {
    const made: string[] = [];
    for (let folder = dirname(path); after.folders.has(folder); folder = dirname(folder))
      if (!before.folders.has(folder)) made.unshift(folder);
    return made;
  }
}

function* changedPaths(before: Survey, after: Survey): Generator<string> {
  for (const [path, was] of before.files) {
    const now = after.files.get(path);
    if (now === undefined || !isUnchanged(was.stats, now.stats)) yield path;
  }
  for (const path of after.files.keys()) if (!before.files.has(path)) yield path;
  for (const [path, kind] of after.others)
    if (before.others.get(path) !== kind && !before.files.has(path)) yield path;
  for (const path of before.others.keys()) if (!after.others.has(path) && !after.files.has(path)) yield path;
}

/** Copies a file, unless another one has taken its place since the survey. It then counts as having no copy. */
function copyIfSame(path: string, seen: Stats, copy: string): boolean {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if (!isUnchanged(seen, fstatSync(file))) return false;
    writeFileSync(copy, readFileSync(file), { mode: 0o600 });
    return true;
  } catch (error) {
    if (["ENOENT", "ELOOP", "EACCES", "EPERM"].includes(errnoOf(error) ?? "")) return false;
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function placeOf(path: string, start: Place): Place {
  return { ...start, requested: basename(path), path, canonical: path.normalize("NFC") };
}

async function hashOf({ descriptor }: RegularFile): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream("", { fd: descriptor, autoClose: false })) hash.update(chunk);
  return hash.digest("hex");
}

function stateOf(hash: string, { size, mode }: Stats): FileState {
  return { sha256: hash, size, mode: mode & 0o777 };
}

/** Removes copies that are no longer needed. If that fails, they only take space. */
async function removeCopies(area: string): Promise<void> {
  await rm(area, { recursive: true, force: true }).catch(() => {});
}
