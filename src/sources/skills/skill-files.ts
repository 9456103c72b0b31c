import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { MARKER_FILE } from "./index/marker.ts";
import { readMarker } from "./index/marker-file.ts";

/** One thing in a skill's folder. Links are named as such and never followed. */
export interface SkillFile {
  /** Relative to the skill, with forward slashes. */
  readonly path: string;
  readonly type: "file" | "link" | "other";
  readonly size: number;
  readonly executable: boolean;
}

/** More than any skill holds; a folder beyond it is not one. */
const MAX_FILES = 20_000;

/**
 * Lists everything in a skill's folder, in the order of the paths, but for the index's own marker. What only has the
 * marker's name is listed like any other file.
 */
export async function listSkillFiles(folder: string): Promise<SkillFile[]> {
  const found: SkillFile[] = [];
  await collect(folder, "", found);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function collect(root: string, prefix: string, found: SkillFile[]): Promise<void> {
  for (const entry of await readdir(join(root, prefix), { withFileTypes: true })) {
    const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) {
      await collect(root, path, found);
      continue;
    }
    if (path === MARKER_FILE && readMarker(root) !== undefined) continue;
    if (path.includes("\ufffd")) await refuseUnreadable(root, path);
    const { size, mode } = await lstat(join(root, path));
    const type = entry.isFile() ? "file" : entry.isSymbolicLink() ? "link" : "other";
    found.push({ path, type, size, executable: (mode & 0o100) !== 0 });
    if (found.length > MAX_FILES) {
      throw new DejimaError(
        "too_large",
        `Cannot read skill folder "${root}": it holds more than ${MAX_FILES} files`,
      );
    }
  }
}

/** A name that is no UTF-8 is given with marks in place of its letters, under which nothing is found. */
async function refuseUnreadable(root: string, path: string): Promise<void> {
  const isThere = await lstat(join(root, path)).catch(() => undefined);
  if (isThere !== undefined) return;
  throw new DejimaError("skill_invalid", `Cannot read "${path}": its name is no UTF-8 text; rename it`);
}
