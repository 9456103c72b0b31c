import { type Dirent, readdirSync, statSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FileStamp } from "./catalogue-entry.ts";

/** A folder with a skill's main file in it, and the stamp of that file. */
export interface FoundFolder {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly stamp: FileStamp;
}

/** Skills may be sorted into folders of folders, but not deeper. */
const MAX_DEPTH = 3;
const TURN_EVERY = 256;
const OTHER_MAIN_FILES = /^skill\.(?:md|ya?ml)$/i;

/**
 * Finds the folders that hold a skill. Looks at nothing but names and stamps, with synchronous calls in short turns: ten
 * thousand asynchronous ones take three times as long.
 */
export async function findSkillFolders(root: string): Promise<FoundFolder[]> {
  const found: FoundFolder[] = [];
  let looked = 0;
  const visit = async (prefix: string, depth: number): Promise<void> => {
    for (const entry of entriesOf(`${root}/${prefix}`)) {
      if (entry.name.startsWith(".") || !(entry.isDirectory() || entry.isSymbolicLink())) continue;
      const path = `${prefix}${entry.name}`;
      const stamp = stampOf(`${root}/${path}/SKILL.md`) ?? otherStamp(`${root}/${path}`);
      if (stamp !== undefined) found.push({ path, stamp });
      else if (depth < MAX_DEPTH && entry.isDirectory()) await visit(`${path}/`, depth + 1);
      looked += 1;
      if (looked % TURN_EVERY === 0) await nextTurn();
    }
  };
  await visit("", 1);
  return found;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function stampOf(file: string): FileStamp | undefined {
  const info = statSync(file, { throwIfNoEntry: false });
  return info?.isFile() ? [info.size, info.mtimeMs, info.ctimeMs, info.ino] : undefined;
}

function otherStamp(folder: string): FileStamp | undefined {
  const name = entriesOf(folder).find((entry) => OTHER_MAIN_FILES.test(entry.name))?.name;
  return name === undefined ? undefined : stampOf(`${folder}/${name}`);
}
