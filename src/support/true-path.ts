import { realpathSync } from "node:fs";

/** A path with its links resolved; as it is where nothing is there yet. */
export function truePath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
