import { DejimaError } from "../contract/error.ts";

/** Names one content: what it belongs to, such as `runs/<id>/observations`, and its SHA-256. */
export interface BlobName {
  readonly space: string;
  readonly sha256: string;
}

/** A content that is kept in a space. */
export interface KeptBlob {
  readonly sha256: string;
  readonly bytes: number;
}

/** Keeps contents by their SHA-256, where several machines can reach them. Contents of one space are removed together. */
export interface BlobStore {
  /** Where it is, in words. */
  readonly place: string;
  /** Keeps the content of a file. Until all of it is there, nothing is. Keeping it twice is fine. */
  put(blob: BlobName, file: string): Promise<void>;
  /** Writes a content to a file, whole and checked, or throws: `not_found` if it is not kept, `conflict` if it has another hash. */
  download(blob: BlobName, file: string): Promise<void>;
  has(blob: BlobName): Promise<boolean>;
  /** The contents of a space, by hash. */
  list(space: string): Promise<KeptBlob[]>;
  /** Removes all contents of a space and of the spaces below it. */
  remove(space: string): Promise<void>;
  /** Throws if it cannot be used now. */
  check(): Promise<void>;
}

/** The error for a content that is not kept. */
export function blobMissing({ space, sha256 }: BlobName, place: string): DejimaError {
  return new DejimaError(
    "not_found",
    `Cannot read ${space}/${sha256}: ${place} does not hold it. It was pruned, or removed there by hand`,
    { space, sha256 },
  );
}

/** The error for a content that is not what was kept. */
export function blobChanged({ space, sha256 }: BlobName, place: string): DejimaError {
  return new DejimaError(
    "conflict",
    `Cannot trust ${space}/${sha256}: its content in ${place} was changed after it was kept`,
    { space, sha256 },
  );
}
