import { realpathSync, statSync } from "node:fs";
import { isInside } from "../../support/is-inside.ts";
import type { HiddenPath } from "../driver.ts";
import type { Mount } from "../sandbox.ts";

/** Which of these paths exist below a mount, under every spelling by which the run could see them. */
export function settleHidden(paths: readonly string[], mounts: readonly Mount[]): HiddenPath[] {
  return paths.flatMap(lookUp).filter(({ path }) => mounts.some((mount) => isInside(path, mount.path)));
}

function lookUp(path: string): HiddenPath[] {
  try {
    const real = realpathSync.native(path);
    const type = statSync(real).isDirectory() ? "folder" : "file";
    return [...new Set([real, path])].map((spelling) => ({ path: spelling, type }));
  } catch {
    return []; // there is nothing to hide
  }
}
