import { createReadStream, existsSync } from "node:fs";
import { access, constants, lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DejimaError } from "../contract/error.ts";
import { makeFolder } from "../support/paths.ts";
import { thrownText } from "../support/thrown-text.ts";
import { trimEndOf } from "../text/text-end.ts";
import { type BlobStore, blobChanged, blobMissing } from "./blob-store.ts";
import { receiveFile } from "./receive-file.ts";

/** Reads the keys of a bucket. */
type ReadKey = (name: "AWS_ACCESS_KEY_ID" | "AWS_SECRET_ACCESS_KEY") => Promise<string | undefined>;

const AWS = "https://s3.{region}.amazonaws.com";

/** Opens the blob store at an address: `s3://bucket/prefix?endpoint=https://…&region=…` or `file:///folder`. */
export async function openBlobs(address: string, readKey: ReadKey): Promise<BlobStore> {
  const url = URL.parse(address);
  if (url?.protocol === "file:") return diskBlobs(fileURLToPath(url));
  if (url?.protocol !== "s3:" || url.hostname === "")
    throw new DejimaError(
      "invalid_input",
      `Cannot use "${address.slice(0, 200)}" for blobs: expected s3://bucket/prefix?endpoint=https://… or file:///folder`,
    );
  const region = url.searchParams.get("region") ?? "us-east-1";
  const endpoint = url.searchParams.get("endpoint") ?? AWS.replace("{region}", region);
  const [accessKeyId, secretAccessKey] = await Promise.all([
    readKey("AWS_ACCESS_KEY_ID"),
    readKey("AWS_SECRET_ACCESS_KEY"),
  ]);
  if (!accessKeyId || !secretAccessKey)
    throw new DejimaError(
      "invalid_input",
      `Cannot use the bucket "${url.hostname}" for blobs: there are no keys to it. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment`,
    );
  const { s3Blobs } = await import("./s3-blobs.ts");
  const prefix = trimEndOf(url.pathname, /\//).replace(/^\/+/, "");
  return s3Blobs({ bucket: url.hostname, prefix, endpoint, region, accessKeyId, secretAccessKey });
}

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
