import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readlink } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { sha256 } from "../../../support/sha256.ts";
import { listSkillFiles, type SkillFile } from "../skill-files.ts";

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
