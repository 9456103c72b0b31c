import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { FileGuard } from "../../contract/data/file-guard.ts";
import { SURVEYS } from "../../files/set-apart/set-apart-place.ts";

/** The folder for self-starting files that programs wrote. */
export const setApartFolder = (home: string): string => join(home, "set-apart");

/**
 * Whether a program is running, or was running when its Dejima process was killed and may have left files
 * behind.
 */
export function hasLeftOver(home: string): boolean {
  try {
    return readdirSync(join(setApartFolder(home), SURVEYS)).length > 0;
  } catch {
    return false; // no program was ever allowed to write
  }
}

/** Handles files left behind by programs whose Dejima process was killed, and reports what was set apart. */
export async function settleLeftOver(
  files: FileGuard,
  onNotice: ((text: string) => void) | undefined,
): Promise<void> {
  const found = await files.settleLeftOver();
  if (found.length === 0) return;
  const paths = found.map(({ path, why }) => `${path} (${why})`).join(", ");
  onNotice?.(
    `Dejima was killed while a program ran that left self-starting files behind. They were set apart: ${paths}. \`dejima set-apart list\` shows them`,
  );
}
