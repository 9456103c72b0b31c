import type { Entry, ZipFile } from "yauzl";
import { badArchive } from "./archive-entry.ts";

/** The places that the entries of a zip take in it. */
interface ZipLayout {
  /** Refuses an entry that calls itself otherwise where it stands, or lies in the place of another. */
  admit(entry: Entry): Promise<void>;
}

/**
 * A zip names each entry twice, and two readers may believe different ones; entries that share their bytes are how a small
 * archive becomes an endless one.
 */
export function createZipLayout(zip: ZipFile): ZipLayout {
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
