import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { lstat, open, readdir, rename, unlink } from "node:fs/promises";
import { isAbandoned } from "../support/process/process-identity.ts";
import type { FolderHandle } from "./folder-handle.ts";

/** The prefix of unfinished writes, which identifies them after a crash. */
export const TEMPORARY_PREFIX = ".dejima-tmp-";

const NAME = /^\.dejima-tmp-(\d+)-[0-9a-f]+$/;
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

interface TemporaryContent {
  readonly content: Uint8Array;
  /** Mode and owner of the file. Default: those of a new file. */
  readonly like?: { readonly mode: number; readonly uid?: number; readonly gid?: number };
}

/**
 * Writes a file into the folder atomically: durably under a temporary name, then renamed. `ready` is called right before the
 * rename. If anything fails before that, no file remains. If syncing the folder fails afterwards, the new file stays and the error is thrown.
 */
export async function putFile(
  folder: FolderHandle,
  name: string,
  content: TemporaryContent,
  ready: () => Promise<void>,
): Promise<void> {
  await sweepTemporary(folder);
  const temporary = folder.at(`${TEMPORARY_PREFIX}${process.pid}-${randomBytes(8).toString("hex")}`);
  try {
    await writeDurably(temporary, folder, content);
    folder.verify();
    await ready();
    await rename(temporary, folder.at(name));
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await folder.sync();
}

async function writeDurably(
  path: string,
  folder: FolderHandle,
  { content, like }: TemporaryContent,
): Promise<void> {
  await using handle = await open(path, NEW_FILE, 0o666);
  folder.verify();
  await handle.writeFile(content);
  // Only root can change the owner. For everybody else the file keeps its creator.
  if (like?.uid !== undefined && like.gid !== undefined)
    await handle.chown(like.uid, like.gid).catch(() => {});
  if (like !== undefined) await handle.chmod(like.mode & 0o777);
  await handle.sync();
}

/** Removes temporary files of killed writers in the folder. Those of living processes stay. */
async function sweepTemporary(folder: FolderHandle): Promise<void> {
  const names = await readdir(folder.self);
  for (const name of names) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid === undefined) continue;
    const stats = await lstat(folder.at(name)).catch(() => undefined);
    if (stats?.isFile() && isAbandoned(Number(pid), stats.mtimeMs)) {
      await unlink(folder.at(name)).catch(() => {});
    }
  }
}
