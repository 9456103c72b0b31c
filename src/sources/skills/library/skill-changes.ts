import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { defined } from "../../../support/defined.ts";
import { filePatch } from "../../../text/file-patch.ts";
import { unpack } from "../archive/unpack.ts";
import { findSkillRoot, withStaging } from "../install/staging.ts";
import { hashContent } from "../skill-files.ts";
import { acceptedArchive, lockedEntry, lockKey, requireSkill, type SkillWorld } from "./skill-world.ts";

/** A file that differs from the accepted content. */
export interface SkillChange {
  readonly path: string;
  readonly change: "added" | "removed" | "changed";
  /** A unified diff. Left out for binary files, and if the accepted content was not kept. */
  readonly patch?: string;
}

const MAX_PATCH_BYTES = 256 * 1024;

/** Lists the changes of a skill since a person accepted it. */
export async function skillChanges(world: SkillWorld, name: string): Promise<SkillChange[]> {
  const entry = requireSkill(world, name);
  const locked = lockedEntry(await world.lock.read(), lockKey(entry));
  const { files: now } = await hashContent(entry.folder);
  const before = locked?.files ?? {};
  const paths = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  const changed = paths.filter((path) => before[path] !== now[path]);
  if (changed.length === 0) return [];
  return withStaging(world.home, async (staging) => {
    const old = locked && (await unpackAccepted(world, locked.hash, staging));
    return Promise.all(
      changed.map(async (path) => {
        const change = !(path in before) ? "added" : !(path in now) ? "removed" : "changed";
        const patch = await patchOf(path, old && join(old, path), join(entry.folder, path));
        return { path, change, ...defined({ patch }) };
      }),
    );
  });
}

async function unpackAccepted(world: SkillWorld, hash: string, staging: string): Promise<string | undefined> {
  try {
    await unpack(acceptedArchive(world, hash), staging, world.install.limits);
    return (await findSkillRoot(staging)).folder;
  } catch {
    return undefined;
  }
}

async function patchOf(path: string, before: string | undefined, after: string): Promise<string | undefined> {
  if (before === undefined) return undefined;
  const [old, current] = await Promise.all([textOf(before), textOf(after)]);
  if (old === undefined || current === undefined) return undefined;
  return filePatch(path, [old, current], { labels: ["accepted", "now"] });
}

/** Reads a text. Returns an empty text if the file is missing, and `undefined` if it is binary or too long. */
async function textOf(file: string): Promise<string | undefined> {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  return bytes.length > MAX_PATCH_BYTES || bytes.includes(0) ? undefined : bytes.toString();
}
