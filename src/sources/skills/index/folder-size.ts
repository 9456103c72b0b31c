import { lstatSync, readdirSync } from "node:fs";
import { MARKER_FILE } from "./marker.ts";

/** More than any skill holds. */
const MAX_FILES = 20_000;

/** The bytes of all files of a skill, without its marker. What went in between counts nothing. */
export function folderSize(folder: string): number {
  let [size, files] = [0, 0];
  const visit = (prefix: string): void => {
    for (const entry of readdirSync(prefix, { withFileTypes: true })) {
      if (files > MAX_FILES) return;
      const path = `${prefix}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else if (path !== `${folder}/${MARKER_FILE}`) {
        size += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
        files += 1;
      }
    }
  };
  try {
    visit(folder);
  } catch {
    // A folder that cannot be read is looked at again when it can.
  }
  return size;
}
