import { posix } from "node:path";

/** Whether an absolute path is a folder or lies below it. Links are not followed: give true paths. */
export function isInside(path: string, folder: string): boolean {
  const base = posix.normalize(folder);
  return `${posix.normalize(path)}/`.startsWith(base.endsWith("/") ? base : `${base}/`);
}
