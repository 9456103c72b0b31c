import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { errnoOf } from "../io-failure.ts";
import { quotePath } from "../path/quote-path.ts";

const MOST_ENTRIES = 1_000_000;
const FOLDERS_AT_ONCE = 32;

/** Lists everything below a folder without following links, by name and kind alone; `look` says whether to go into a folder. */
export async function walkEntries(
  root: string,
  look: (path: string, entry: Dirent) => boolean,
): Promise<void> {
  let count = 0;
  for (let level = [root]; level.length > 0; ) {
    const next: string[] = [];
    for (let at = 0; at < level.length; at += FOLDERS_AT_ONCE) {
      const batch = level.slice(at, at + FOLDERS_AT_ONCE);
      const lists = await Promise.all(batch.map(list));
      for (const [index, folder] of batch.entries()) {
        const entries = lists[index] ?? [];
        count += entries.length;
        if (count > MOST_ENTRIES) throw tooLarge(root);
        for (const entry of entries) {
          const path = join(folder, entry.name);
          if (look(path, entry)) next.push(path);
        }
      }
    }
    level = next;
  }
}

/** A folder that is gone holds nothing; one that we cannot open, no program of ours can open either. */
async function list(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
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
