import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { badArchive, readError, type VisitEntry } from "./admission.ts";

const TYPE_MASK = 0o170000;

const DIRECTORY = 0o040000;

const REGULAR = 0o100000;

/** Reads a zip entry by entry. Refuses encrypted entries and everything that is not a file or a folder. */
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
    throw readError("zip", error);
  }
}

async function visitEntry(zip: ZipFile, entry: Entry, visit: VisitEntry): Promise<void> {
  const path = entry.fileName;
  const mode = entry.externalFileAttributes >>> 16;
  const kind = mode & TYPE_MASK;
  if (kind !== 0 && kind !== DIRECTORY && kind !== REGULAR) {
    throw badArchive(`"${path.slice(0, 120)}" is a link or a device, which a skill may not contain`);
  }
  if (entry.isEncrypted()) throw badArchive(`"${path.slice(0, 120)}" is encrypted, so it cannot be checked`);
  const isFolder = path.endsWith("/") || kind === DIRECTORY;
  await visit({
    path,
    type: isFolder ? "directory" : "file",
    executable: (mode & 0o100) !== 0,
    content: () => checkedContent(zip, entry),
  });
}

/** The library checks the size but not the checksum. */
async function* checkedContent(zip: ZipFile, entry: Entry): AsyncIterable<Uint8Array> {
  // Opened and read at once: a stream that fails before anybody listens would end the process.
  const stream = await zip.openReadStreamPromise(entry);
  let sum = 0;
  for await (const chunk of stream) {
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (sum !== entry.crc32) throw badArchive(`"${entry.fileName.slice(0, 120)}" does not match its checksum`);
}

/** The positions of the entries in a zip file. */
interface ZipLayout {
  /** Refuses an entry whose local name differs, or that overlaps another entry. */
  admit(entry: Entry): Promise<void>;
}

/**
 * A zip names each entry twice, and two programs may read different names. Entries that share bytes can make a small archive
 * unpack endlessly.
 */
function createZipLayout(zip: ZipFile): ZipLayout {
  const taken: { readonly start: number; readonly end: number }[] = [];
  return {
    async admit(entry) {
      const name = entry.fileName.slice(0, 120);
      const header = await zip.readLocalFileHeaderPromise(entry);
      if (!header.fileName.equals(entry.fileNameRaw))
        throw badArchive(`"${name}" has another name in its local header`);
      const start = entry.relativeOffsetOfLocalHeader;
      const end = header.fileDataStart + entry.compressedSize;
      if (taken.some((other) => start < other.end && other.start < end))
        throw badArchive(`"${name}" overlaps another entry`);
      taken.push({ start, end });
    },
  };
}
