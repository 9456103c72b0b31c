import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { DejimaError } from "../../contract/error.ts";
import { makeFolder } from "../../support/paths.ts";
import { thrownText } from "../../support/thrown-text.ts";

/** Makes the folder of a run. */
export async function makeRunFolder(folder: string): Promise<void> {
  if (madeAtOnce(folder)) return;
  try {
    await makeFolder(folder);
  } catch (cause) {
    throw new DejimaError(
      "io_error",
      `Cannot make the run folder "${folder}": ${thrownText(cause)}. Point --home or DEJIMA_HOME at a folder that can be written`,
      { folder },
      { cause },
    );
  }
}

// All but the first run find the folder above: then the way over another thread takes longer than the work.
function madeAtOnce(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch {
    return false;
  }
}

/** Does what a run begins with; one that cannot begin leaves nothing behind. */
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
