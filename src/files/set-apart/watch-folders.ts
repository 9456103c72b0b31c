import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type {
  ChangedFile,
  FolderWatch,
  SetApartChanges,
  WatchedCall,
} from "../../contract/data/file-access.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { isInside } from "../../support/paths.ts";
import { resolveLinks } from "../path/resolve-links.ts";
import type { SetApartPlace } from "./set-apart-place.ts";
import type { SurveyDisk } from "./survey-self-starting.ts";
import { MAX_STEPS, statOf } from "./survey-self-starting.ts";
import { watchSelfStarting } from "./watch-self-starting.ts";

/** The name of a folder counts as content, too. */
const NO_CONTENT = sha256("");
const MAX_HASHED_BYTES = 64 << 20;

interface WatchOptions {
  readonly place: SetApartPlace;
  /** The program, for changes outside any call. */
  readonly owner: string;
}

/**
 * Watches folders in which a program works that outlives a call, such as a server. Each check covers everything since the last one:
 * the moment at which the program wrote a file is unknown, so changes between two calls count for both.
 */
export async function watchFolders(
  disk: SurveyDisk,
  folders: readonly string[],
  { place, owner }: WatchOptions,
): Promise<FolderWatch> {
  const tops = folders.map((folder) => resolveLinks(folder));
  const starting = await watchSelfStarting(disk, tops, { place, callId: owner });
  const inProgress = new Set<WatchedCall>();
  let last: WatchedCall | undefined;
  let before = await stampFolders(disk, tops, place.except);
  let marking: Promise<void> = Promise.resolve();
  let closed: Promise<void> | undefined;

  function mark(): Promise<void> {
    const next = marking.then(async () => {
      const calls = [...new Set([...inProgress, ...(last === undefined ? [] : [last])])];
      const after = await stampFolders(disk, tops, place.except);
      const changes = await changesBetween(before, after, tops);
      before = after;
      for (const { witness } of calls) await witness?.writing(changes);
    });
    marking = next.catch(() => {});
    return next;
  }

  return {
    begin(call) {
      inProgress.add(call);
      return async () => {
        try {
          await mark();
          const changes = await starting.check(call.callId);
          return { ...changes, ...takeUnreported(place) };
        } finally {
          inProgress.delete(call);
          last = call;
        }
      };
    },
    close() {
      closed ??= mark()
        .catch(() => {})
        .then(() => starting.close(last?.callId ?? owner))
        .then(({ setApart }) => void place.unreported.push(...setApart));
      return closed;
    },
  };
}

function takeUnreported({ unreported }: SetApartPlace): SetApartChanges {
  const setApartEarlier = unreported.splice(0);
  return setApartEarlier.length === 0 ? {} : { setApartEarlier };
}

/** New and changed files. If there are too many files to compare, everything counts as changed. */
async function changesBetween(
  before: ReadonlyMap<string, string> | undefined,
  after: ReadonlyMap<string, string> | undefined,
  tops: readonly string[],
): Promise<ChangedFile[]> {
  if (before === undefined || after === undefined)
    return tops.map((path) => ({ path: path.normalize("NFC"), tree: true }));
  const changes: ChangedFile[] = [];
  for (const [path, stamp] of after) {
    if (before.get(path) === stamp) continue;
    const canonical = path.normalize("NFC");
    if (stamp === "folder") changes.push({ path: canonical, sha256: NO_CONTENT });
    else if (stamp.startsWith("file")) changes.push(await hashChange(path, canonical));
    else changes.push({ path: canonical, tree: true });
  }
  return changes;
}

/** The hash of a changed file. The program may still run and put anything there, so only a regular file of limited size is read. */
async function hashChange(path: string, canonical: string): Promise<ChangedFile> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (stats.isFile() && stats.size <= MAX_HASHED_BYTES)
      return { path: canonical, sha256: sha256(await file.readFile()) };
  } catch {
    // It cannot be read, or has just been removed.
  }
  return { path: canonical, tree: true };
}

const MAX_ENTRIES = 200_000;

/** Thousands of small checks are many times faster synchronously. Other work gets its turn in between. */
const FOLDERS_PER_TURN = 20;

const isGitObject = (path: string): boolean => /\/\.git\/objects\/(?:[0-9a-f]{2}|pack)$/.test(path);

/**
 * The state of everything below folders, by canonical path: `folder`, `file` and `other` with the fields that change when they do.
 * Returns `undefined` if there is too much. Git objects are skipped: they are only ever added, and named after their content.
 */
async function stampFolders(
  disk: SurveyDisk,
  tops: readonly string[],
  except: readonly string[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const stamps = new Map<string, string>();
  const pending = [...tops];
  let folders = 0;
  let steps = 0;
  for (const path of pending.values()) {
    steps += path.split("/").length;
    if (steps > MAX_STEPS) return undefined;
    using folder = disk.listFolder(path);
    for (const entry of folder?.entries ?? []) {
      const below = join(path, entry.name);
      if (except.some((own) => isInside(below, own)) || isGitObject(below)) continue;
      if (entry.isDirectory()) {
        stamps.set(below, "folder");
        pending.push(below);
        continue;
      }
      const stats = statOf(folder?.at(entry.name) ?? below);
      if (stats === undefined) continue;
      const kind = stats.isFile() ? "file" : "other";
      stamps.set(below, `${kind} ${stats.dev} ${stats.ino} ${stats.size} ${stats.ctimeMs}`);
    }
    if (stamps.size > MAX_ENTRIES) return undefined;
    folders += 1;
    if (folders % FOLDERS_PER_TURN === 0) await nextTurn();
  }
  return stamps;
}
