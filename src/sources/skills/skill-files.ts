import { lstat, readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { hashFile } from "../../support/disk/hash-file.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { MARKER_FILE, readMarker } from "./catalogue/marker.ts";

/** An entry of a skill's folder. Links are listed and never followed. */
export interface SkillFile {
  /** Relative to the skill, with forward slashes. */
  readonly path: string;
  readonly type: "file" | "link" | "other";
  readonly size: number;
  readonly executable: boolean;
}

/** No real skill has this many files. */
const MAX_FILES = 20_000;

/**
 * Lists everything in a skill's folder, sorted by path, except for the marker of the index. A file that only has the name of
 * the marker is listed like any other.
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
        `Cannot read skill folder "${root}": it contains more than ${MAX_FILES} files`,
      );
    }
  }
}

/** Node replaces the bytes of a name that are not UTF-8, so the file cannot be found under the name it returns. */
async function refuseUnreadable(root: string, path: string): Promise<void> {
  const info = await lstat(join(root, path)).catch(() => undefined);
  if (info !== undefined) return;
  throw new DejimaError("skill_invalid", `Cannot read "${path}": its name is not valid UTF-8; rename it`);
}

/** The hashes of a skill: one for all of it, and one for each file. */
export interface SkillContent {
  readonly hash: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Hashes every file of a skill with its path and executable bit, so that any change that matters changes the hash. */
export async function hashContent(folder: string): Promise<SkillContent> {
  const files: Record<string, string> = Object.create(null);
  const lines: string[] = [];
  for (const file of await listSkillFiles(folder)) {
    const hash = await hashEntry(folder, file);
    files[file.path] = hash;
    lines.push(JSON.stringify([file.path, file.type, file.executable, hash]));
  }
  return { hash: sha256(lines.join("\n")), files };
}

async function hashEntry(folder: string, { path, type }: SkillFile): Promise<string> {
  if (type === "link") return sha256(`-> ${await readlink(join(folder, path))}`);
  // Pipes and devices are never opened.
  if (type === "other") return sha256("other");
  return hashFile(join(folder, path));
}
