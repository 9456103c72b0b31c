import { lstatSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isInside } from "../../support/is-inside.ts";
import type { SurveyDisk } from "./survey-self-starting.ts";

const MOST_ENTRIES = 200_000;
/** Thousands of small looks are many times faster without waiting for each; others get their turn in between. */
const FOLDERS_AT_ONCE = 20;

/**
 * What tells the state of everything below folders, by true path: `folder`, `file` and `other` with what changes when they do.
 * Undefined where there is too much. Objects of Git are only ever added, and are named after their content.
 */
export async function stampFolders(
  disk: SurveyDisk,
  tops: readonly string[],
  except: readonly string[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const stamps = new Map<string, string>();
  const pending = [...tops];
  let folders = 0;
  for (const path of pending.values()) {
    using folder = disk.listFolder(path);
    for (const entry of folder?.entries ?? []) {
      const below = join(path, entry.name);
      if (except.some((own) => isInside(below, own)) || isGitObject(below)) continue;
      if (entry.isDirectory()) {
        stamps.set(below, "folder");
        pending.push(below);
        continue;
      }
      const stats = lstatSync(folder?.at(entry.name) ?? below, { throwIfNoEntry: false });
      if (stats === undefined) continue;
      const kind = stats.isFile() ? "file" : "other";
      stamps.set(below, `${kind} ${stats.dev} ${stats.ino} ${stats.size} ${stats.ctimeMs}`);
    }
    if (stamps.size > MOST_ENTRIES) return undefined;
    folders += 1;
    if (folders % FOLDERS_AT_ONCE === 0) await nextTurn();
  }
  return stamps;
}

const isGitObject = (path: string): boolean => /\/\.git\/objects\/(?:[0-9a-f]{2}|pack)$/.test(path);
