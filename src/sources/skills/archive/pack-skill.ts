import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { SkillFile } from "../skill-files.ts";

/** The first day of the zip format. A fixed date makes the archives of equal skills equal. */
const EPOCH = new Date(1980, 0, 1);

/** Writes files as a zip with one folder at its root, which `install` accepts. */
export async function packSkill(
  folder: string,
  files: readonly SkillFile[],
  { name, target }: { readonly name: string; readonly target: string },
): Promise<void> {
  const zip = new ZipFile();
  for (const { path, executable } of files) {
    zip.addFile(join(folder, path), `${name}/${path}`, {
      mtime: EPOCH,
      mode: executable ? 0o100755 : 0o100644,
    });
  }
  zip.end();
  const partial = `${target}.partial`;
  try {
    await pipeline(zip.outputStream, createWriteStream(partial, { mode: 0o644 }));
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
