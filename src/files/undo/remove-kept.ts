import { rm } from "node:fs/promises";

/** Removes copies that nobody needs any more; what cannot be removed only takes space. */
export async function removeKept(area: string): Promise<void> {
  await rm(area, { recursive: true, force: true }).catch(() => {});
}
