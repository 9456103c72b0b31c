import { randomBytes } from "node:crypto";
import { fchmodSync, fstatSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { SetApartFile } from "../../contract/data/file-access.ts";
import { startingPart } from "../../contract/self-starting/starting-part.ts";
import { defined } from "../../support/defined.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { isUnchanged } from "../regular-file.ts";
import { putFile } from "../temporary-file.ts";
import type { SetApartFolder } from "./set-apart-folder.ts";
import type { SurveyRecord } from "./survey-records.ts";
import {
  type SelfStartingFile,
  type SelfStartingSurvey,
  type SurveyDisk,
  surveySelfStarting,
} from "./survey-self-starting.ts";

/** The changes found after a program. */
export interface SelfStartingChanges {
  readonly setApart: readonly SetApartFile[];
  /** Why not everything was checked. */
  readonly notChecked?: string;
}

interface SettleOptions {
  readonly folder: SetApartFolder;
  /** Folders that Dejima itself writes to while a program runs. */
  readonly except: readonly string[];
  /** Whether Dejima itself, or a person, has written this file. */
  isVouched(file: SelfStartingFile): boolean;
}

/**
 * Compares folders with an earlier survey, sets apart new and changed files, and restores the previous ones. Returns the changes
 * and the current state.
 */
export async function settleSurvey(
  disk: SurveyDisk,
  { callId, starts, survey: before }: SurveyRecord,
  { folder, except, isVouched }: SettleOptions,
): Promise<{ readonly changes: SelfStartingChanges; readonly now: SelfStartingSurvey }> {
  const after = await surveySelfStarting(disk, starts, {
    except,
    links: before.links,
    unlock: true,
    // A tree that was small enough before is checked completely, however much the program has added.
    ...(before.notChecked === undefined ? { maxEntries: Number.POSITIVE_INFINITY } : {}),
  });
  const files = new Map(after.files);
  const setApart: SetApartFile[] = [];
  const news = [...after.files.values()].filter((now) => isNews(before.files.get(now.path), now));
  const accepted = news.length === 0 ? () => false : await acceptedIn(folder);
  for (const now of news) {
    if (isVouched(now) || accepted(now)) continue;
    const was = before.files.get(now.path);
    setApart.push(await setOneApart(disk, { was, now, callId, folder }));
    // A link that was there is gone. A file was restored.
    if (was?.type === "file") files.set(now.path, was);
    else files.delete(now.path);
  }
  setApart.sort((one, other) => one.path.localeCompare(other.path));
  const notChecked = after.notChecked ?? before.notChecked;
  return {
    changes: { setApart, ...defined({ notChecked }) },
    now: { ...after, files },
  };
}

function isNews(was: SelfStartingFile | undefined, now: SelfStartingFile): boolean {
  if (was === undefined) return now.type !== "file" || partOf(now) !== "";
  if (was.type === now.type && isUnchanged(was.stats, now.stats)) return false;
  if (was.type !== now.type || was.content === undefined || now.content === undefined) return true;
  if (was.type === "file") return partOf(was) !== partOf(now) || isMadeExecutable(was, now);
  return !was.content.equals(now.content);
}

/** Whether a file became executable. A disabled hook starts once it is executable. */
function isMadeExecutable(was: SelfStartingFile, now: SelfStartingFile): boolean {
  return (now.stats.mode & ~was.stats.mode & 0o111) !== 0;
}

/** The part that starts something. An empty file starts nothing. */
function partOf({ name, content }: SelfStartingFile): string | undefined {
  return content === undefined ? undefined : startingPart(name, content.toString("latin1"));
}

/** A test for files that a person has accepted while the program ran, in this process or another. */
async function acceptedIn(folder: SetApartFolder): Promise<(file: SelfStartingFile) => boolean> {
  const entries = (await folder.list()).filter(({ status }) => status === "accepted");
  return ({ path, type, content, stats }) =>
    content !== undefined &&
    entries.some(
      (entry) =>
        entry.path === path &&
        entry.type === type &&
        entry.sha256 === sha256(content) &&
        (stats.mode & ~entry.mode & 0o111) === 0,
    );
}

async function setOneApart(
  disk: SurveyDisk,
  {
    was,
    now,
    callId,
    folder,
  }: { was: SelfStartingFile | undefined; now: SelfStartingFile; callId: string; folder: SetApartFolder },
): Promise<SetApartFile> {
  const id = randomBytes(6).toString("hex");
  const { path, why, type, content } = now;
  const name = basename(path);
  await using parent = await disk.openFolder(dirname(path));
  // The program may have made the folder read-only, so that nothing can be removed from it.
  const { mode } = fstatSync(parent.descriptor);
  if ((mode & 0o700) !== 0o700) fchmodSync(parent.descriptor, (mode & 0o7777) | 0o700);
  const restored = was?.type === "file" ? was.content : undefined;
  await folder.add(
    {
      id,
      path,
      type,
      why,
      callId,
      at: new Date().toISOString(),
      sha256: content === undefined ? "" : sha256(content),
      mode: now.stats.mode & 0o777,
      replaces: restored === undefined ? null : sha256(restored),
      status: "waiting",
    },
    content ?? (type === "file" ? { moveFrom: parent.at(name) } : Buffer.alloc(0)),
  );
  if (restored !== undefined && was !== undefined)
    await putFile(parent, name, { content: restored, like: was.stats }, async () => {});
  else await rm(parent.at(name), { force: true });
  await parent.sync();
  return { path: disk.shown(path), why, id };
}
