import { DejimaError } from "../contract/error.ts";

/** Identifies one content: its space, such as `runs/<id>/observations`, and its SHA-256. */
export interface BlobName {
  readonly space: string;
  readonly sha256: string;
}

/** A stored content of a space. */
export interface StoredBlob {
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Stores contents by their SHA-256, where several machines can reach them. Contents of one space are removed
 * together.
 */
export interface BlobStore {
  /** Its location, in words. */
  readonly place: string;
  /** Stores the content of a file, all or nothing. Storing it twice is fine. */
  put(blob: BlobName, file: string): Promise<void>;
  /**
   * Writes a content to a file, whole and checked. Throws `not_found` if it is not stored, `conflict` if its
   * hash differs.
   */
  download(blob: BlobName, file: string): Promise<void>;
  has(blob: BlobName): Promise<boolean>;
  /** The contents of a space, by hash. */
  list(space: string): Promise<StoredBlob[]>;
  /** Removes all contents of a space and of the spaces below it. */
  remove(space: string): Promise<void>;
  /** Throws if the store cannot be used now. */
  check(): Promise<void>;
}

/** The error for a content that is not stored. */
export function blobMissing({ space, sha256 }: BlobName, place: string): DejimaError {
  return new DejimaError(
    "not_found",
    `Cannot read ${space}/${sha256}: ${place} does not contain it. It was pruned, or removed there by hand`,
    { space, sha256 },
  );
}

/** The error for a stored content with another hash. */
export function blobChanged({ space, sha256 }: BlobName, place: string): DejimaError {
  return new DejimaError(
    "conflict",
    `Cannot trust ${space}/${sha256}: its content in ${place} was changed after it was kept`,
    { space, sha256 },
  );
}
