import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../../support/make-folder.ts";

/** Not a name that a skill can have, and on the same disk: what is finished is moved in one step. */
const STAGING = ".staging";
const LEFTOVER_MS = 60 * 60 * 1000;

/** Gives `work` a folder of its own below the skills and removes it afterwards, whatever happened. */
export async function withStaging<Result>(
  skillsFolder: string,
  work: (staging: string) => Promise<Result>,
): Promise<Result> {
  const parent = join(skillsFolder, STAGING);
  await makeFolder(parent);
  await removeLeftovers(parent);
  const staging = join(parent, randomUUID());
  await mkdir(staging, { mode: 0o700 });
  try {
    return await work(staging);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** What a killed process left behind. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const info = await stat(join(parent, name)).catch(() => undefined);
    if (info !== undefined && Date.now() - info.mtimeMs > LEFTOVER_MS) {
      await rm(join(parent, name), { recursive: true, force: true });
    }
  }
}
