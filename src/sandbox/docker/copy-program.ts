import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";

/** Copies a program of this machine into a root file system, with every library that it loads at its start. */
export async function copyProgram(root: string, from: string, to: string): Promise<void> {
  await copyInto(root, from, to);
  await copyLibraries(root, from);
}

/** Copies what the loader would load for a program or library, by its own word; the loader itself is among it. */
export async function copyLibraries(root: string, file: string): Promise<void> {
  const { stdout } = await promisify(execFile)("ldd", [file]);
  const paths = [...stdout.matchAll(/(?<!\S)(\/\S{1,4096}) \(0x/g)].flatMap((match) => match[1] ?? []);
  for (const path of paths.filter((path) => basename(path) !== basename(file))) {
    await copyInto(root, path, path);
  }
}

async function copyInto(root: string, from: string, to: string): Promise<void> {
  const place = join(root, to);
  await mkdir(dirname(place), { recursive: true });
  await copyFile(await realpath(from), place);
  await chmod(place, 0o755);
}
