import { open } from "node:fs/promises";

/** Endings of files that are loaded into another program. */
export const LIBRARY = /\.(?:node|so(?:\.\d+)*|dll|dylib)$/i;
const PROGRAM = /\.exe$/i;
/** How compiled files begin, on Linux, on a Mac and on Windows. */
const BEGINNING = /^(?:7f454c46|c[ef]faedfe|feedfac[ef]|cafebabe|4d5a)/;

/** Whether a file is a compiled program or library, by its name or by its first bytes. */
export async function isCompiled(path: string): Promise<boolean> {
  if (LIBRARY.test(path) || PROGRAM.test(path)) return true;
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return false;
  const first = Buffer.alloc(4);
  await file.read(first, 0, first.length, 0).finally(() => file.close());
  return BEGINNING.test(first.toString("hex"));
}
