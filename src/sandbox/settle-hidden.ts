import { realpath, stat } from "node:fs/promises";
import type { HiddenPath } from "./driver.ts";
import type { Mount } from "./sandbox.ts";
import { isInside } from "./settle-mounts.ts";

/** Which of these paths exist below a mount, under every spelling by which the run could see them. */
export async function settleHidden(
  paths: readonly string[],
  mounts: readonly Mount[],
): Promise<HiddenPath[]> {
  const found = await Promise.all(paths.map((path) => lookUp(path)));
  return found.flat().filter(({ path }) => mounts.some((mount) => isInside(path, mount.path)));
}

async function lookUp(path: string): Promise<HiddenPath[]> {
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) return [];
  const type = (await stat(real)).isDirectory() ? "folder" : "file";
  return [...new Set([real, path])].map((spelling) => ({ path: spelling, type }));
}
