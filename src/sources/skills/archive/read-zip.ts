import { crc32 } from "node:zlib";
import { type Entry, type ZipFile, openPromise } from "yauzl";
import { DejimaError } from "../../../contract/error.ts";
import { type VisitEntry, badArchive } from "./admission.ts";

const TYPE_MASK = 0o170000;

const DIRECTORY = 0o040000;

const REGULAR = 0o100000;

/** Reads a zip entry by entry. Refuses encrypted entries and everything that is neither a file nor a folder. */
export async function readZip(file: string, visit: VisitEntry): Promise<void> {
  try {
    // strictFileNames: a backslash is an error instead of becoming a slash.
    const zip = await openPromise(file, { lazyEntries: true, autoClose: false, strictFileNames: true });
    try {
      const layout = createZipLayout(zip);
      for await (const entry of zip.eachEntry()) {
        await layout.admit(entry);
        await visitEntry(zip, entry, visit);
      }
    } finally {
      zip.close();
    }
  } catch (error) {
    throw isOurs(error) ? error : badArchive(`the zip is damaged or hostile: ${messageOf(error)}`, error);
  }
}

async function visitEntry(zip: ZipFile, entry: Entry, visit: VisitEntry): Promise<void> {
  const path = entry.fileName;
  const mode = entry.externalFileAttributes >>> 16;
  const kind = mode & TYPE_MASK;
  if (kind !== 0 && kind !== DIRECTORY && kind !== REGULAR) {
    throw badArchive(`"${path.slice(0, 120)}" is a link or a device, which a skill may not hold`);
  }
  if (entry.isEncrypted())
    throw badArchive(`"${path.slice(0, 120)}" is encrypted; what cannot be read cannot be judged`);
  const isFolder = path.endsWith("/") || kind === DIRECTORY;
  await visit({
    path,
    type: isFolder ? "directory" : "file",
    executable: (mode & 0o100) !== 0,
    content: () => checkedContent(zip, entry),
  });
}

/** The library compares the size; the checksum is ours to compare. */
async function* checkedContent(zip: ZipFile, entry: Entry): AsyncIterable<Uint8Array> {
  // Opened and read in one go: a stream that fails before anybody listens ends the process.
  const stream = await zip.openReadStreamPromise(entry);
  let sum = 0;
  for await (const chunk of stream) {
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (sum !== entry.crc32) throw badArchive(`"${entry.fileName.slice(0, 120)}" does not match its checksum`);
}

/** The places that the entries of a zip take in it. */
interface ZipLayout {
  /** Refuses an entry that calls itself otherwise where it stands, or lies in the place of another. */
  admit(entry: Entry): Promise<void>;
}

/**
 * A zip names each entry twice, and two readers may believe different ones; entries that share their bytes are how a small
 * archive becomes an endless one.
 */
function createZipLayout(zip: ZipFile): ZipLayout {
  const taken: { readonly start: number; readonly end: number }[] = [];
  return {
    async admit(entry) {
      const name = entry.fileName.slice(0, 120);
      const header = await zip.readLocalFileHeaderPromise(entry);
      if (!header.fileName.equals(entry.fileNameRaw))
        throw badArchive(`"${name}" has another name at the place where it stands`);
      const start = entry.relativeOffsetOfLocalHeader;
      const end = header.fileDataStart + entry.compressedSize;
      if (taken.some((other) => start < other.end && other.start < end))
        throw badArchive(`"${name}" lies in the place of another entry`);
      taken.push({ start, end });
    },
  };
}

/** Errors with a system call come from writing, not from the archive. */
function isOurs(error: unknown): boolean {
  return error instanceof DejimaError || (error instanceof Error && "syscall" in error);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
