import type { VectorRepository } from "../../store/store.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { VectorCache } from "./vector-cache.ts";

export interface StoredVectors extends VectorCache {
  /** Deletes the vectors of this embedder that no entry needs any more. */
  prune(embedderId: string, keep: Iterable<string>): Promise<void>;
  /** Deletes the vectors of all other embedders. */
  keepOnly(embedderIds: readonly string[]): Promise<void>;
}

/**
 * Stores vectors in a separate collection of the store. If the store fails, the vectors are computed again, and `announce` is
 * called once.
 */
export function createStoredVectors(
  repository: VectorRepository,
  collection: string,
  announce: (notice: string) => void,
): StoredVectors {
  let failing = false;
  async function attempt<Result>(work: () => Promise<Result>, otherwise: Result): Promise<Result> {
    try {
      const result = await work();
      failing = false;
      return result;
    } catch (cause) {
      const reason = thrownText(cause);
      if (!failing) announce(`The vectors of ${collection} cannot be kept: ${reason}`);
      failing = true;
      return otherwise;
    }
  }
  return {
    read: (embedder, hashes) =>
      attempt<ReadonlyMap<string, Uint8Array>>(
        () => repository.read({ collection, embedder }, hashes),
        new Map(),
      ),
    write: (embedder, vectors) =>
      attempt(() => repository.write({ collection, embedder }, vectors), undefined),
    async prune(embedder, keep) {
      await attempt(() => repository.prune({ collection, embedder }, keep), 0);
    },
    async keepOnly(embedderIds) {
      const known = await attempt(() => repository.embedders(collection), []);
      for (const { embedder } of known)
        if (!embedderIds.includes(embedder))
          await attempt(() => repository.prune({ collection, embedder }, []), 0);
    },
  };
}
