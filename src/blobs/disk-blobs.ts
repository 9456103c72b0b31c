import { createReadStream, existsSync } from "node:fs";
import { access, constants, lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { DejimaError } from "../contract/error.ts";
import { makeFolder } from "../support/paths.ts";
import { thrownText } from "../support/thrown-text.ts";
import { type BlobStore, blobChanged, blobMissing } from "./blob-store.ts";
import { receiveFile } from "./receive-file.ts";

const HASH = /^[0-9a-f]{64}$/;

/** Stores contents in a folder, such as one that several machines mount. */
export function diskBlobs(folder: string): BlobStore {
  const place = `the folder "${folder}"`;
  const orUnusable = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof DejimaError) throw cause;
      const why = `Cannot use ${place} for blobs: ${thrownText(cause)}`;
      throw new DejimaError("server_unavailable", why, {}, { cause });
    }
  };
  const pathOf = ({ space, sha256 }: { space: string; sha256: string }) => join(folder, space, sha256);
  return {
    place,
    put: (blob, file) =>
      orUnusable(async () => {
        if (existsSync(pathOf(blob))) return;
        const whole = await receiveFile(createReadStream(file), {
          file: pathOf(blob),
          sha256: blob.sha256,
        });
        if (!whole) throw blobChanged(blob, `"${file}"`);
      }),
    download: (blob, file) =>
      orUnusable(async () => {
        if (!existsSync(pathOf(blob))) throw blobMissing(blob, place);
        const whole = await receiveFile(createReadStream(pathOf(blob)), { file, sha256: blob.sha256 });
        if (!whole) throw blobChanged(blob, place);
      }),
    has: async (blob) => existsSync(pathOf(blob)),
    async list(space) {
      const names = await readdir(join(folder, space)).catch(() => []);
      const hashes = names.filter((name) => HASH.test(name)).sort();
      return Promise.all(
        hashes.map(async (sha256) => ({ sha256, bytes: (await lstat(join(folder, space, sha256))).size })),
      );
    },
    remove: (space) => orUnusable(() => rm(join(folder, space), { recursive: true, force: true })),
    check: () =>
      orUnusable(async () => {
        await makeFolder(folder);
        await access(folder, constants.R_OK | constants.W_OK);
      }),
  };
}
