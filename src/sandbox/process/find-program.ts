import { accessSync, constants } from "node:fs";
import { join } from "node:path";

/** Folders of the system in which engines are installed; never those of the caller's own path. */
const FOLDERS = ["/usr/bin", "/usr/local/bin", "/bin", "/usr/sbin", "/usr/local/sbin", "/sbin"];

/** Where a program of the system stands, if it is installed. */
export function findProgram(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
