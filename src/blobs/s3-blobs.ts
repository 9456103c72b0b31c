import { openAsBlob } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { S3mini } from "s3mini";
import { DejimaError } from "../contract/error.ts";
import { hashFile } from "../support/disk/hash-file.ts";
import { thrownText } from "../support/thrown-text.ts";
import { type BlobName, type BlobStore, blobChanged, blobMissing, type StoredBlob } from "./blob-store.ts";
import { receiveFile } from "./receive-file.ts";

/** A bucket of an S3-compatible server, and its keys. */
interface S3Place {
  readonly bucket: string;
  /** The prefix of all object keys. May be empty. */
  readonly prefix: string;
  /** The address of the server, without the bucket. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A large content over a slow network takes its time. */
const REQUEST_MS = 120_000;
/** The pauses between attempts: a server that restarts is back within seconds. */
const RETRY_DELAYS_MS = [100, 400, 1_500];
const HASH = /^[0-9a-f]{64}$/;

/** Stores contents in a bucket of an S3-compatible server. */
export function s3Blobs({ bucket, prefix, endpoint, ...access }: S3Place): BlobStore {
  const address = `${endpoint.replace(/\/$/, "")}/${bucket}`;
  const place = `the bucket "${bucket}" at ${endpoint}`;
  const client = new S3mini({ ...access, endpoint: address, requestAbortTimeout: REQUEST_MS });
  const start = prefix === "" ? "" : `${prefix}/`;
  const keyOf = ({ space, sha256 }: BlobName) => `${start}${space}/${sha256}`;

  async function attempt<Result>(work: () => Promise<Result>, pauses = RETRY_DELAYS_MS): Promise<Result> {
    const [wait, ...further] = pauses;
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof DejimaError) throw cause;
      if (wait === undefined || isRefusal(cause)) throw unusable(cause);
      await pause(wait);
      return attempt(work, further);
    }
  }

  function unusable(cause: unknown): DejimaError {
    const hint = isRefusal(cause)
      ? ". Check the bucket, the keys (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY) and what they may do"
      : "";
    const why = `Cannot use ${place} for blobs: ${thrownText(cause)}${hint}`;
    return new DejimaError("server_unavailable", why, { endpoint, bucket }, { cause });
  }

  const listed = async (space: string) =>
    (await client.listObjects("/", `${start}${space}/`)) ??
    Promise.reject(new Error("the bucket was not found"));

  return {
    place,
    put: (blob, file) =>
      attempt(async () => {
        if ((await hashFile(file)) !== blob.sha256) throw blobChanged(blob, `"${file}"`);
        // Read while it is sent. The server stores all of it or nothing, and checks the hash if it can.
        const content = await openAsBlob(file);
        const checksum = Buffer.from(blob.sha256, "hex").toString("base64");
        const headers = { "x-amz-checksum-sha256": checksum };
        await client.putObject(keyOf(blob), content, undefined, undefined, headers, content.size);
      }),
    download: (blob, file) =>
      attempt(async () => {
        const response = await client.getObjectResponse(keyOf(blob));
        if (response === null) throw blobMissing(blob, place);
        // An empty content may come without a body.
        const whole = await receiveFile(response.body ?? noContent(), { file, sha256: blob.sha256 });
        if (!whole) throw blobChanged(blob, place);
      }),
    has: (blob) => attempt(async () => (await client.objectExists(keyOf(blob))) === true),
    list: (space) =>
      attempt(async () => {
        const found = (await listed(space)).map(({ Key, Size }): StoredBlob => {
          return { sha256: Key.slice(Key.lastIndexOf("/") + 1), bytes: Number(Size) };
        });
        return found
          .filter(({ sha256 }) => HASH.test(sha256))
          .sort((one, other) => (one.sha256 < other.sha256 ? -1 : 1));
      }),
    remove: (space) =>
      attempt(async () => {
        const keys = (await listed(space)).map(({ Key }) => Key);
        if (keys.length === 0) return;
        if (!(await client.deleteObjects(keys)).every(Boolean)) throw new Error("not all could be removed");
      }),
    check: () => attempt(async () => void (await listed("check")), []),
  };
}

/** Whether the server understood the request and refused it: a retry would be refused again. */
function isRefusal(cause: unknown): boolean {
  const status = cause instanceof Error && "status" in cause ? Number(cause.status) : Number.NaN;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

async function* noContent(): AsyncGenerator<Uint8Array> {}
