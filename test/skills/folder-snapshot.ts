import { lstat, readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";

/** Everything below a folder: path, type, mode and content, to compare before and after. */
export async function folderSnapshot(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const path of (await readdir(folder, { recursive: true })).sort()) {
    const info = await lstat(join(folder, path));
    const content = info.isFile()
      ? (await readFile(join(folder, path))).toString("base64")
      : info.isSymbolicLink()
        ? `-> ${await readlink(join(folder, path))}`
        : "";
    found[path] = `${info.mode.toString(8)} ${content}`;
  }
  return found;
}
