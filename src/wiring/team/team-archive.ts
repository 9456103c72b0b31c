import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BlobStore } from "../../blobs/blob-store.ts";
import { DejimaError } from "../../contract/error.ts";
import { hashFile } from "../../support/disk/hash-file.ts";
import { temporaryFolder } from "../../support/disk/temporary-folder.ts";
import { shortId } from "../../support/lazy-crypto.ts";

const KINDS: ReadonlySet<string> = new Set(["File", "OldFile", "Directory", "SymbolicLink"]);

/** Stores a folder as one archive. Returns the archive's SHA-256. */
export async function keepFolder(blobs: BlobStore, space: string, folder: string): Promise<string> {
  const { create } = await import("tar");
  await using work = await temporaryFolder("dejima-team-");
  const file = join(work.path, "folder.tar.gz");
  await create({ gzip: true, portable: true, noMtime: true, file, cwd: folder }, ["."]);
  const sha256 = await hashFile(file);
  await blobs.put({ space, sha256 }, file);
  return sha256;
}

/**
 * Unpacks a stored folder beside its destination, checks it, and only then moves it there. Unpacks only files, folders and links.
 */
export async function fetchFolder(
  blobs: BlobStore,
  { space, sha256 }: { readonly space: string; readonly sha256: string },
  place: string,
  check: (folder: string) => Promise<void>,
): Promise<void> {
  const { extract } = await import("tar");
  const folder = join(dirname(place), shortId(".new-"));
  await mkdir(folder, { recursive: true, mode: 0o755 });
  try {
    {
      await using work = await temporaryFolder("dejima-team-");
      const file = join(work.path, "folder.tar.gz");
      await blobs.download({ space, sha256 }, file);
      const odd: string[] = [];
      const filter = (path: string, entry: object) => {
        const known = "type" in entry && typeof entry.type === "string" && KINDS.has(entry.type);
        if (!known) odd.push(path);
        return known;
      };
      await extract({ file, cwd: folder, strict: true, preserveOwner: false, noMtime: true, filter });
      if (odd.length > 0)
        throw new DejimaError(
          "conflict",
          `Cannot use ${space}/${sha256}: it contains ${odd[0]}, which is no file`,
        );
    }
    await check(folder);
    await rename(folder, place).catch(async (error: NodeJS.ErrnoException) => {
      if (!["EEXIST", "ENOTEMPTY"].includes(error.code ?? "")) throw error;
      // Another process was first. Its result is replaced if it does not pass the check.
      if (
        await check(place).then(
          () => true,
          () => false,
        )
      )
        return;
      await rm(place, { recursive: true, force: true });
      await rename(folder, place);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
