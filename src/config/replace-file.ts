import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { DejimaError } from "../contract/error.ts";
import { thrownText } from "../support/thrown-text.ts";

/**
 * Puts a text in the place of a file at once: whatever breaks off, the file is whole, the old one or the new one. A link stays
 * a link, and what stood there keeps its owner and mode.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const beside = `${target}.${process.pid}.new`;
  try {
    const before = await stat(target).catch(() => undefined);
    const handle = await open(beside, "w", before?.mode ?? 0o644);
    try {
      if (before !== undefined) {
        await handle.chmod(before.mode);
        await handle.chown(before.uid, before.gid).catch(() => undefined); // only root can give files away
      }
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, target);
  } catch (cause) {
    await rm(beside, { force: true }).catch(() => undefined);
    const reason = thrownText(cause);
    throw new DejimaError("io_error", `Cannot write "${file}": ${reason}`, { file }, { cause });
  }
}
