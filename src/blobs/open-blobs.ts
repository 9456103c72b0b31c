import { fileURLToPath } from "node:url";
import { DejimaError } from "../contract/error.ts";
import { trimEndOf } from "../text/trim-end.ts";
import type { BlobStore } from "./blob-store.ts";
import { diskBlobs } from "./disk-blobs.ts";

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
