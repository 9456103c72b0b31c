import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { DejimaError } from "../../contract/error.ts";
import { makeFolder } from "../../support/paths.ts";
import { thrownText } from "../../support/thrown-text.ts";

/** Makes the folder of a run unless it exists. Returns `true` only if this call created it. */
export async function makeRunFolder(folder: string): Promise<boolean> {
  if (tryMakeFolder(folder)) return true;
  try {
    await makeFolder(folder);
    return false;
  } catch (cause) {
    throw new DejimaError(
      "io_error",
      `Cannot make the run folder "${folder}": ${thrownText(cause)}. Point --home or DEJIMA_HOME at a folder that can be written`,
      { folder },
      { cause },
    );
  }
}

// Except for the first run, the parent folder exists. A synchronous call is then faster than the thread pool.
function tryMakeFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch {
    return false;
  }
}

/** Runs the start of a run. If it fails, the folder is removed. */
export async function orRemove<Result>(
  folder: string | undefined,
  begin: () => Promise<Result>,
  close = () => {},
): Promise<Result> {
  try {
    return await begin();
  } catch (error) {
    try {
      close();
    } finally {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true }).catch(() => {});
    }
    throw error;
  }
}
