import { chmod, lstat, rename, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { create } from "tar";
import { DejimaError } from "../contract/error.ts";
import { copyStoreTo } from "../store/copy-store.ts";
import { hashFile } from "../support/disk/hash-file.ts";
import { temporaryFolder } from "../support/disk/temporary-folder.ts";
import { isInside, makeFolder, truePath } from "../support/paths.ts";
import { thrownText } from "../support/thrown-text.ts";
import { checkArchive } from "./restore-backup.ts";
import { contentsOf, copyHome, HOME, MANIFEST, type Manifest, STORE } from "./snapshot.ts";

/** What to back up, and where to. */
interface BackupRequest {
  readonly home: string;
  /** The URL of the PostgreSQL database that contains the store. */
  readonly store?: string | undefined;
  /** The tenant whose rows of that database are copied. */
  readonly tenant?: string | undefined;
  readonly file: string;
  readonly version: string;
  readonly at: Date;
  readonly onStep?: (step: string) => void;
}

/** The content of a backup. */
interface BackupSummary {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly files: number;
  /** What it leaves out: links out of the home, and sockets. */
  readonly leftOut: readonly string[];
}

/**
 * Writes one archive of a home that may be in use: the store as of one moment, then the files. The archive is
 * read back and compared before it gets its name. An existing file is never replaced.
 */
export async function writeBackup(request: BackupRequest): Promise<BackupSummary> {
  const { home, file, version, at, onStep = () => {} } = request;
  await assertFree(home, file);
  await using temporary = await folderBeside(file);
  const folder = temporary.path;
  const target = join(folder, HOME);
  onStep("copying the home");
  // The store before the logs: a log may have more records than the store, never fewer.
  const database = join(folder, STORE);
  await copyStoreTo({ home, address: request.store, tenant: request.tenant }, database);
  const leftOut = await copyHome(home, target);
  await rename(database, join(target, STORE));
  const contents = await contentsOf(target);
  const manifest: Manifest = { format: 1, version, at: at.toISOString(), ...contents };
  await writeFile(join(folder, MANIFEST), JSON.stringify(manifest, null, 1), { mode: 0o600 });
  onStep("packing");
  const packed = join(folder, "packed.tar.gz");
  await create({ gzip: true, file: packed, cwd: folder, portable: true }, [MANIFEST, HOME]);
  await chmod(packed, 0o600);
  onStep("checking the archive");
  await checkArchive(packed);
  await rename(packed, file);
  const { size } = await stat(file);
  const files = Object.keys(contents.files).length;
  return { file, bytes: size, sha256: await hashFile(file), files, leftOut };
}

async function folderBeside(file: string) {
  try {
    await makeFolder(dirname(file));
    return await temporaryFolder(".dejima-backup-", dirname(file));
  } catch (cause) {
    throw new DejimaError(
      "io_error",
      `Cannot back up into "${file}": ${thrownText(cause)}`,
      { file },
      { cause },
    );
  }
}

async function assertFree(home: string, file: string): Promise<void> {
  if ((await stat(home).catch(() => undefined))?.isDirectory() !== true)
    throw new DejimaError(
      "not_found",
      `Cannot back up "${home}": the folder does not exist; name a home with --home`,
    );
  if (isInside(truePath(file), truePath(home)))
    throw new DejimaError(
      "invalid_input",
      `Cannot back up into "${file}": it is in the home; name a file elsewhere`,
    );
  const found = await lstat(file).catch(() => undefined);
  if (found?.isDirectory() === true)
    throw new DejimaError(
      "invalid_input",
      `Cannot back up into "${file}": it is a folder; name a file in it`,
    );
  if (found !== undefined)
    throw new DejimaError(
      "conflict",
      `Cannot back up into "${basename(file)}": it exists; name another file`,
    );
}
