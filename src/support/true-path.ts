import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The path with every link in it followed, as far as it exists. */
export function truePath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return dirname(path) === path ? path : join(truePath(dirname(path)), basename(path));
  }
}
