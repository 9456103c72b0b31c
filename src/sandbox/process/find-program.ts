import { accessSync, constants } from "node:fs";
import { join } from "node:path";

/** System folders in which engines are installed. Never those of the caller's PATH. */
const FOLDERS = ["/usr/bin", "/usr/local/bin", "/bin", "/usr/sbin", "/usr/local/sbin", "/sbin"];

/** The path of a system program. `undefined` if it is not installed. */
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
