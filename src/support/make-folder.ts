import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it, for its owner only. Unlike `mkdir` with `recursive`, which never returns on file
 * systems that answer "no such file" to making one (`/proc`), it fails there.
 */
export async function makeFolder(path: string): Promise<void> {
  const made = await attempt(path);
  if (made !== "no-parent") return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  if ((await attempt(path)) === "no-parent") await mkdir(path);
}

async function attempt(path: string): Promise<"made" | "no-parent"> {
  try {
    await mkdir(path, { mode: 0o700 });
    return "made";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return "no-parent";
    if ((await stat(path).catch(() => undefined))?.isDirectory()) return "made";
    throw error;
  }
}
