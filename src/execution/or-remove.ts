import { rm } from "node:fs/promises";

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
