import { open, rename, rm } from "node:fs/promises";
import { shortId } from "../lazy-crypto.ts";

interface ReplaceOptions {
  readonly mode?: number;
  /** The owner and mode that the new file gets. Default: those of a new file. */
  readonly like?: { readonly mode: number; readonly uid: number; readonly gid: number } | undefined;
}

/**
 * Replaces a file atomically: readers and a crash find it complete, either the old or the new one, even after a power cut.
 * By default only its owner can read it. If it fails, nothing is left beside it.
 */
export async function replaceFile(
  file: string,
  text: string,
  { mode = 0o600, like }: ReplaceOptions = {},
): Promise<void> {
  const beside = shortId(`${file}.new`);
  try {
    {
      await using handle = await open(beside, "wx", mode);
      if (like !== undefined) {
        await handle.chmod(like.mode);
        await handle.chown(like.uid, like.gid).catch(() => undefined); // only root can give files away
      }
      await handle.writeFile(text);
      await handle.sync();
    }
    await rename(beside, file);
  } catch (cause) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw cause;
  }
}
