import { lstat, readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { MARKER_FILE, readMarker } from "./catalogue/marker.ts";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { sha256 } from "../../support/sha256.ts";

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

/** What a skill consists of: one hash for all of it, and one for each file. */
export interface SkillContent {
  readonly hash: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Hashes every file of a skill with its path and its executable bit: any change that could matter changes the hash. */
export async function hashContent(folder: string): Promise<SkillContent> {
  const files: Record<string, string> = Object.create(null);
  const lines: string[] = [];
  for (const file of await listSkillFiles(folder)) {
    const hash = await hashFile(folder, file);
    files[file.path] = hash;
    lines.push(JSON.stringify([file.path, file.type, file.executable, hash]));
  }
  return { hash: sha256(lines.join("\n")), files };
}

async function hashFile(folder: string, { path, type }: SkillFile): Promise<string> {
  if (type === "link") return sha256(`-> ${await readlink(join(folder, path))}`);
  // Pipes and devices are never opened.
  if (type === "other") return sha256("other");
  const hash = createHash("sha256");
  await pipeline(createReadStream(join(folder, path)), hash);
  return hash.digest("hex");
}
