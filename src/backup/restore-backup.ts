import { chmod, lstat, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { extract } from "tar";
import { DejimaError } from "../contract/error.ts";
import { checkSqlite } from "../store/copy-store.ts";
import { temporaryFolder } from "../support/disk/temporary-folder.ts";
import { makeFolder } from "../support/paths.ts";
import { processesIn } from "../support/process/lock-file.ts";
import { thrownText } from "../support/thrown-text.ts";
import {
  contentsOf,
  HOME,
  MANIFEST,
  type Manifest,
  manifestSchema,
  REPLACED,
  STORE,
  staysInside,
} from "./snapshot.ts";

const KINDS: ReadonlySet<string> = new Set(["File", "OldFile", "Directory", "SymbolicLink"]);

/** What to restore, and where. */
interface RestoreRequest {
  readonly file: string;
  readonly home: string;
  /** Whether to replace an existing home, which is then kept inside the new one. */
  readonly replace: boolean;
  readonly at: Date;
}

/** The result of a restore. */
interface RestoreSummary {
  readonly home: string;
  readonly files: number;
  readonly madeAt: string;
  /** Where the replaced home is now. */
  readonly kept?: string;
}

/**
 * Unpacks a backup beside the home, compares every file with the manifest, and only then moves it into the
 * home's place.
 */
export async function restoreBackup({ file, home, replace, at }: RestoreRequest): Promise<RestoreSummary> {
  await assertReadable(file);
  await makeFolder(dirname(home));
  await using temporary = await temporaryFolder(".dejima-restore-", dirname(home));
  const folder = temporary.path;
  const manifest = await unpackChecked(file, folder);
  const taken = await homeExists(home);
  if (taken) assertReplaceable(home, replace);
  const stamp = at.toISOString().replace(/[:.]/g, "-");
  const keptAt = join(home, REPLACED, stamp);
  if (taken) await swap(join(folder, HOME), { home, aside: `${home}.${stamp}`, kept: keptAt });
  else {
    await rm(home, { recursive: true, force: true });
    await rename(join(folder, HOME), home);
  }
  const files = Object.keys(manifest.files).length;
  return { home, files, madeAt: manifest.at, ...(taken ? { kept: keptAt } : {}) };
}

/** Swaps the restored home in. At each moment the old one is whole, under one of the three names. */
async function swap(
  restored: string,
  { home, aside, kept }: { readonly home: string; readonly aside: string; readonly kept: string },
): Promise<void> {
  await rename(home, aside);
  try {
    await rename(restored, home);
  } catch (error) {
    await rename(aside, home);
    throw error;
  }
  await makeFolder(dirname(kept));
  await rename(aside, kept);
}

/** Unpacks an archive temporarily and compares it with its manifest. */
export async function checkArchive(file: string): Promise<Manifest> {
  await assertReadable(file);
  await using folder = await temporaryFolder("dejima-backup-");
  return await unpackChecked(file, folder.path);
}

async function unpackChecked(file: string, folder: string): Promise<Manifest> {
  await unpack(file, folder);
  const manifest = await readManifest(file, folder);
  const home = join(folder, HOME);
  const { files, links } = await contentsOf(home).catch((cause) => {
    throw damaged(file, "it contains no home", cause);
  });
  for (const [name, hash] of Object.entries(manifest.files))
    if (files[name] !== hash) throw damaged(file, `${name} has changed`);
  for (const name of Object.keys(files))
    if (!Object.hasOwn(manifest.files, name)) throw damaged(file, `${name} is not in its list`);
  if (!isDeepStrictEqual({ ...links }, { ...manifest.links }))
    throw damaged(file, "its links are not as they were");
  for (const name of Object.keys(links))
    if (!(await staysInside(join(home, name), home)))
      throw damaged(file, `the link ${name} leads out of the home`);
  if (files[STORE] === undefined) throw damaged(file, "it contains no store");
  await checkSqlite(join(home, STORE));
  await chmod(home, 0o700);
  await chmod(join(home, STORE), 0o600);
  return manifest;
}

async function unpack(file: string, folder: string): Promise<void> {
  const odd: string[] = [];
  try {
    // Synchronously: after an error no write may still be under way.
    extract({
      sync: true,
      file,
      cwd: folder,
      strict: true,
      preserveOwner: false,
      noMtime: true,
      filter(path, entry) {
        const known = "type" in entry && KINDS.has(entry.type);
        if (!known) odd.push(path);
        return known;
      },
    });
  } catch (cause) {
    throw damaged(file, "it is not a backup of Dejima, or was damaged", cause);
  }
  if (odd.length > 0) throw damaged(file, `it contains ${odd[0]}, which is no file, folder or link`);
  const extra = (await readdir(folder)).filter((name) => name !== MANIFEST && name !== HOME);
  if (extra.length > 0) throw damaged(file, `it contains ${extra[0]} beside the home`);
}

function assertReplaceable(home: string, replace: boolean): void {
  if (!replace)
    throw new DejimaError(
      "conflict",
      `Cannot restore into "${home}": a home already exists. --replace restores all the same, and keeps the old home inside the new one`,
      { home },
    );
  const using = processesIn(home);
  if (using.length > 0)
    throw new DejimaError(
      "conflict",
      `Cannot restore into "${home}": process ${using.join(", ")} uses it; stop \`dejima serve\` and whatever else runs there, and try again`,
      { home },
    );
}

async function assertReadable(file: string): Promise<void> {
  const handle = await open(file).catch((cause) => {
    throw new DejimaError(
      "not_found",
      `Cannot read backup "${file}": ${thrownText(cause)}`,
      { file },
      { cause },
    );
  });
  await handle.close();
}

async function readManifest(file: string, folder: string): Promise<Manifest> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(join(folder, MANIFEST), "utf8")));
  } catch (cause) {
    throw damaged(file, "its list of contents is missing or cannot be read", cause);
  }
}

/** Whether a home exists that a restore would replace. */
export async function homeExists(home: string): Promise<boolean> {
  const found = await lstat(home).catch(() => undefined);
  if (found === undefined) return false;
  if (!found.isDirectory()) return true;
  // A home that was just created and is still empty can be replaced without loss.
  return (await readdir(home)).some((name) => name !== ".gitignore" && name !== "home-id");
}

function damaged(file: string, why: string, cause?: unknown): DejimaError {
  return new DejimaError(
    "io_error",
    `Cannot use backup "${basename(file)}": ${why}. Nothing was restored; take another copy of it`,
    { file },
    { cause },
  );
}
