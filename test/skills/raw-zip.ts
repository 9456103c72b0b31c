import { crc32 } from "node:zlib";

/** One entry as the list at the end of a zip has it, and as it stands in the zip. */
export interface RawEntry {
  readonly name: string;
  readonly content: Buffer;
  /** The name where it stands, if it is another one. */
  readonly localName?: string;
  /** Stands here, inside the bytes of another entry, instead of in a place of its own. */
  readonly at?: number;
}

/** A zip of uncompressed entries, byte for byte as told. */
export function rawZip(entries: readonly RawEntry[]): Buffer {
  const placed: Buffer[] = [];
  const listed: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const local = localEntry(entry.localName ?? entry.name, entry.content);
    listed.push(listedEntry(entry, entry.at ?? offset));
    if (entry.at !== undefined) continue;
    placed.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(listed);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...placed, list, end]);
}

/** An entry as it stands in a zip: header, name, bytes. */
export function localEntry(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeFacts(header.subarray(4), name, content);
  return Buffer.concat([header, Buffer.from(name), content]);
}

function listedEntry({ name, content }: RawEntry, offset: number): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  writeFacts(header.subarray(6), name, content);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, Buffer.from(name)]);
}

/** What both headers say in the same order: version, UTF-8 names, stored, checksum, sizes, length of the name. */
function writeFacts(place: Buffer, name: string, content: Buffer): void {
  place.writeUInt16LE(20, 0);
  place.writeUInt16LE(0x0800, 2);
  place.writeUInt32LE(crc32(content), 10);
  place.writeUInt32LE(content.length, 14);
  place.writeUInt32LE(content.length, 18);
  place.writeUInt16LE(Buffer.byteLength(name), 22);
}
