import { lstatSync, mkdirSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";

const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

/**
 * The folder for V8's compiled code, which Node runs without a second look: one that no other account can write to or put
 * in place. Returns `undefined` where there is none; the start is slower then.
 */
export function ownCacheFolder({ XDG_CACHE_HOME, HOME }) {
  const user = process.getuid?.();
  const base = [XDG_CACHE_HOME, HOME && join(HOME, ".cache")].find((path) => path && isAbsolute(path));
  if (user === undefined || base === undefined) return undefined;
  const folder = join(base, "dejima", "compile-cache");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    const isOwn = found.isDirectory() && found.uid === user && (found.mode & 0o777) === 0o700;
    return isOwn && isOutOfReach(dirname(realpathSync(folder)), user) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Whether no other account could replace something on the way to a folder. */
function isOutOfReach(folder, user) {
  const { uid, mode } = lstatSync(folder);
  if (uid !== user && uid !== 0) return false;
  if ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0) return false;
  return folder === dirname(folder) || isOutOfReach(dirname(folder), user);
}
