import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";

/** Removes a folder with any content: read-only folders, and trees deeper than the maximum path length. */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    await promisify(execFile)("/bin/sh", ["-c", 'chmod -R u+rwX -- "$1"; rm -rf -- "$1"', "sh", path]);
  }
}
