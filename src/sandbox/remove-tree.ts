import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";

/** Removes a folder whatever a program put into it: read-only folders, and trees deeper than any path can be long. */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    await promisify(execFile)("/bin/sh", ["-c", 'chmod -R u+rwX -- "$1"; rm -rf -- "$1"', "sh", path]);
  }
}
