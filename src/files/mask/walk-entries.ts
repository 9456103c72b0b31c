import { type Dirent, readdirSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { DejimaError } from "../../contract/error.ts";
import { errnoOf } from "../io-failure.ts";
import { quotePath } from "../path/quote-path.ts";

const MOST_ENTRIES = 1_000_000;
/** Thousands of small lists are read several times faster without waiting for each; others get their turn in between. */
const FOLDERS_AT_ONCE = 20;

/** Lists everything below a folder without following links, by name and kind alone; `look` says whether to go into a folder. */
export async function walkEntries(
  root: string,
  look: (path: string, entry: Dirent, folder: string) => boolean,
): Promise<void> {
  let count = 0;
  let folders = 0;
  const pending = [root];
  for (const folder of pending) {
    const entries = list(folder);
    count += entries.length;
    if (count > MOST_ENTRIES) throw tooLarge(root);
    const start = folder === "/" ? folder : `${folder}/`;
    for (const entry of entries) {
      const path = `${start}${entry.name}`;
      if (look(path, entry, folder)) pending.push(path);
    }
    folders += 1;
    if (folders % FOLDERS_AT_ONCE === 0) await nextTurn();
  }
}

/** A folder that is gone holds nothing; one that we cannot open, no program of ours can open either. */
function list(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES", "EPERM"].includes(errnoOf(error) ?? "")) return [];
    throw error;
  }
}

function tooLarge(root: string): DejimaError {
  return new DejimaError(
    "too_large",
    `Cannot run a program in ${quotePath(root)}: it holds over ${MOST_ENTRIES} files, too many to look for those that it may not see. Give it a smaller folder`,
  );
}
