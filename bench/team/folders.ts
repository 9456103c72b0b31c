import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBlobs } from "../../src/blobs/open-blobs.ts";
import { createWorkFolders } from "../../src/wiring/storage/work-folders.ts";
import { fetchFolder, keepFolder } from "../../src/wiring/team/team-archive.ts";

interface FolderFigures {
  readonly files: number;
  readonly megabytes: number;
  /** Milliseconds: a folder on the mount, looking for changed files, and a snapshot and its return through the blob store. */
  readonly mountMs: number;
  readonly lookMs: number;
  readonly snapshotMs: number;
  readonly restoreMs: number;
  /** What the snapshot sends, in MB. */
  readonly sentMegabytes: number;
}

/** The cost of a work folder on a mount, and of a snapshot of it. */
export async function folderCosts(files: number, bytesEach: number): Promise<FolderFigures> {
  const root = await mkdtemp(join(tmpdir(), "dejima-folders-"));
  try {
    const folders = createWorkFolders(root);
    const mountMs = await timed(async () => void folders.open({ conversation: "bench" }));
    const folder = folders.of({ conversation: "bench" });
    for (let index = 0; index < files; index++) {
      const place = join(folder, `part-${index % 20}`);
      await mkdir(place, { recursive: true });
      // Half of the content is compressible, as in most folders.
      await writeFile(
        join(place, `${index}.txt`),
        Buffer.concat([randomBytes(bytesEach / 2), Buffer.alloc(bytesEach / 2, "text ")]),
      );
    }
    const blobs = await openBlobs(`file://${join(root, "blobs")}`, async () => undefined);
    const lookMs = await timed(() => look(folder));
    let sha256 = "";
    const snapshotMs = await timed(async () => {
      sha256 = await keepFolder(blobs, "bench", folder);
    });
    const restoreMs = await timed(() =>
      fetchFolder(blobs, { space: "bench", sha256 }, join(root, "restored"), async () => {}),
    );
    const sent = (await blobs.list("bench")).reduce((sum, { bytes }) => sum + bytes, 0);
    const megabytes = (files * bytesEach) / 1e6;
    return { files, megabytes, mountMs, lookMs, snapshotMs, restoreMs, sentMegabytes: sent / 1e6 };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function look(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await stat(join(entry.parentPath, entry.name));
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
