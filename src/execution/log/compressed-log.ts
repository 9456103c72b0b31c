import {
  createReadStream,
  createWriteStream,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DejimaError } from "../../contract/error.ts";

/** The log of a run, in its folder. */
export const LOG_FILE = "events.jsonl";

/**
 * The compressed log of a finished run. It is beside the folder of the run: most runs keep nothing else, and an empty
 * folder takes as much of the disk as the log. At least one of the two logs is complete at any moment. If both exist, the
 * plain one counts.
 */
export const compressedName = (path: string) => `${dirname(path)}.jsonl.gz`;
/** Where earlier versions put it. */
const earlierName = (path: string) => `${path}.gz`;

/** Whether there is a log, compressed or not. */
export function hasLog(path: string): boolean {
  return existsSync(path) || existsSync(compressedName(path)) || existsSync(earlierName(path));
}

/** The bytes of a log, compressed or not. Throws ENOENT if there is neither. A damaged file ends where the damage begins. */
export async function* readLogBytes(path: string): AsyncIterable<Buffer> {
  const plain = await openIfExists(path);
  const packed =
    plain === undefined
      ? ((await openIfExists(compressedName(path))) ?? (await openIfExists(earlierName(path))))
      : undefined;
  // The log may have been expanded between the two attempts.
  const file = plain ?? packed ?? (await open(path));
  const bytes = file.createReadStream();
  if (packed === undefined) return yield* bytes;
  try {
    yield* unpack(bytes);
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
}

/** Decompresses a stream. Throws if the stream cannot be read or is damaged. */
async function* unpack(bytes: Readable): AsyncIterable<Buffer> {
  const { createGunzip } = await import("node:zlib");
  const unpacked = createGunzip();
  bytes.on("error", (error) => unpacked.destroy(error)).pipe(unpacked);
  try {
    yield* unpacked;
  } finally {
    bytes.destroy();
  }
}

/** Compresses a log that nobody writes to. Returns the number of bytes saved; 0 if there is nothing to compress. */
export async function compressLog(path: string): Promise<number> {
  const before = (await stat(path).catch(() => undefined))?.size;
  if (before === undefined) return moveEarlier(path);
  const { createGzip } = await import("node:zlib");
  const target = compressedName(path);
  const temporary = `${target}.new`;
  try {
    await pipeline(
      createReadStream(path),
      createGzip(),
      createWriteStream(temporary, { mode: 0o600, flush: true }),
    );
    const hash = await hashOf(createReadStream(path));
    if ((await hashOf(unpack(createReadStream(temporary)))) !== hash)
      throw new DejimaError("io_error", `Cannot compress the log "${path}": it changed meanwhile`, { path });
    await rename(temporary, target);
    await rm(path);
    await rm(earlierName(path), { force: true });
    return before - (await stat(target)).size;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Whether `compressLog` has something to do. */
export function isCompressible(path: string): boolean {
  return existsSync(path) || existsSync(earlierName(path));
}

/** Removes the folder of a run if the run keeps nothing in it. */
export async function removeEmptyFolder(folder: string): Promise<void> {
  await rmdir(folder).catch(() => {});
}

async function moveEarlier(path: string): Promise<0> {
  if (existsSync(earlierName(path))) await rename(earlierName(path), compressedName(path));
  return 0;
}

/** Expands a compressed log before it is written to. */
export function expandLog(path: string): void {
  const packed = [compressedName(path), earlierName(path)].find((name) => existsSync(name));
  if (existsSync(path) || packed === undefined) return;
  const { gunzipSync } = process.getBuiltinModule("node:zlib");
  const temporary = `${path}.new`;
  writeFileSync(temporary, gunzipSync(readFileSync(packed)), { mode: 0o600, flush: true });
  renameSync(temporary, path);
  rmSync(packed);
}

async function openIfExists(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

async function hashOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const { createHash } = await import("node:crypto");
  const hash = createHash("sha256");
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest("hex");
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^Z_|^ERR_.*ZLIB/.test(String(error.code));
}
