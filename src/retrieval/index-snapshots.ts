import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";
import type { VectorRepository } from "../store/store.ts";
import { sha256 } from "../support/lazy-crypto.ts";
import { DEFAULT_WEIGHTS } from "./ranking-weights.ts";
import type { SavedIndex } from "./tool-index.ts";

/** A stored index. Loading it is faster than indexing all texts again. */
interface IndexSnapshot {
  readonly saved: SavedIndex;
  /** The state of each entry, in the order of `ids()`. */
  readonly versions: readonly string[];
}

export interface IndexSnapshots {
  /** The latest snapshot that this version of the code made with this embedder. */
  read(embedderId: string): Promise<IndexSnapshot | undefined>;
  /** Replaces all earlier snapshots. */
  write(embedderId: string, snapshot: IndexSnapshot): Promise<void>;
}

/** Increase it to invalidate all older snapshots. */
const FORMAT = 11;
/** Separates texts that are stored as one. One long text loads much faster than many short ones. */
const END = "\n";
const CHECKSUM_BYTES = 4;

/**
 * Stores snapshots of the index of a collection. If one cannot be read or written, the index is built again. A damaged one is
 * reported to `announce`, because it would silently return wrong entries.
 */
export function createIndexSnapshots(
  repository: VectorRepository,
  collection: string,
  { codeVersion, announce }: { readonly codeVersion: string; readonly announce: (notice: string) => void },
): IndexSnapshots {
  const key = sha256(JSON.stringify([FORMAT, codeVersion, DEFAULT_WEIGHTS])).slice(0, 32);
  const place = `${collection} index`;
  return {
    async read(embedder) {
      try {
        const bytes = (await repository.read({ collection: place, embedder }, [key])).get(key);
        if (bytes === undefined) return undefined;
        const snapshot = unpack(bytes);
        if (snapshot === undefined) announce(`The index of ${collection} was damaged. Building it again`);
        return snapshot;
      } catch {
        return undefined;
      }
    },
    async write(embedder, snapshot) {
      try {
        await repository.write({ collection: place, embedder }, new Map([[key, pack(snapshot)]]));
        for (const { embedder: other } of await repository.embedders(place))
          await repository.prune({ collection: place, embedder: other }, other === embedder ? [key] : []);
      } catch {
        // The next start reads the texts again.
      }
    },
  };
}

/** The snapshot, and behind it its checksum. */
function pack({ saved, versions }: IndexSnapshot): Uint8Array {
  const body = serialize({ saved, versions: versions.join(END) });
  const bytes = new Uint8Array(body.length + CHECKSUM_BYTES);
  bytes.set(body);
  new DataView(bytes.buffer).setUint32(body.length, crc32(body));
  return bytes;
}

/** `undefined` if the checksum does not match. */
function unpack(bytes: Uint8Array): IndexSnapshot | undefined {
  const length = bytes.length - CHECKSUM_BYTES;
  if (length < 0) return undefined;
  const body = bytes.subarray(0, length);
  if (new DataView(bytes.buffer, bytes.byteOffset).getUint32(length) !== crc32(body)) return undefined;
  // Only this version of the code wrote it.
  const { saved, versions } = deserialize(body) as { saved: SavedIndex; versions: string };
  return { saved, versions: versions.split(END) };
}
