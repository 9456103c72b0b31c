import { createHash, randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { makeFolder } from "../support/paths.ts";

/**
 * Writes a stream to a temporary file first. The file gets its name only if all of it arrived with this hash.
 * Returns whether it did.
 */
export async function receiveFile(
  source: AsyncIterable<Uint8Array>,
  { file, sha256 }: { readonly file: string; readonly sha256: string },
): Promise<boolean> {
  await makeFolder(dirname(file));
  const part = `${file}.${randomBytes(6).toString("hex")}.part`;
  const hash = createHash("sha256");
  try {
    await pipeline(
      source,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      // Opened before anything can fail: a file that is opened late would stay behind.
      (await open(part, "wx", 0o600)).createWriteStream(),
    );
    if (hash.digest("hex") !== sha256) return false;
    await synced(part);
    await rename(part, file);
    return true;
  } finally {
    await rm(part, { force: true });
  }
}

async function synced(path: string): Promise<void> {
  await using file = await open(path, "r");
  await file.sync();
}
