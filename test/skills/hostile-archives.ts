import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import { Header } from "tar";
import { ZipFile } from "yazl";

export interface TarEntry {
  readonly path: string;
  readonly type?: "File" | "Directory" | "SymbolicLink" | "Link" | "FIFO" | "CharacterDevice";
  readonly content?: string | Buffer;
  readonly linkpath?: string;
  readonly mode?: number;
}

/** A gzipped tar with exactly these headers, however hostile. */
export function tarGz(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, type = "File", content = "", linkpath, mode = 0o644 }) => {
    const body = Buffer.from(content);
    const header = new Header({
      path,
      type,
      mode,
      size: body.length,
      ...(linkpath === undefined ? {} : { linkpath }),
    });
    const block = Buffer.alloc(512);
    header.encode(block);
    return [block, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

/** A zip of these files. The library refuses hostile names: plant those with `renameInZip`. */
export async function writeZip(
  file: string,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<void> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}

/** Replaces a name of equal length wherever it stands in the zip. */
export function renameInZip(zip: Buffer, from: string, to: string): Buffer {
  if (Buffer.byteLength(from) !== Buffer.byteLength(to)) throw new Error("names must have equal lengths");
  return Buffer.from(zip.toString("latin1").replaceAll(from, Buffer.from(to).toString("latin1")), "latin1");
}
