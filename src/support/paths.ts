import { existsSync, realpathSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { basename, dirname, join, posix } from "node:path";

/** The path with all links resolved, as far as it exists. */
export function truePath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return dirname(path) === path ? path : join(truePath(dirname(path)), basename(path));
  }
}

/** Whether an absolute path is a folder or inside it. Links are not resolved: pass canonical paths. */
export function isInside(path: string, folder: string): boolean {
  const base = posix.normalize(folder);
  return `${posix.normalize(path)}/`.startsWith(base.endsWith("/") ? base : `${base}/`);
}

/** The package folder of a file: the nearest one above it with a package.json. */
export function packageFolder(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json")) || folder === dirname(folder)) return folder;
  }
}

/**
 * Creates a folder and its parents, for its owner only. Unlike `mkdir` with `recursive`, it fails on file systems such as `/proc`
 * that answer "no such file" to the creation of a folder, where `mkdir` would never return.
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
