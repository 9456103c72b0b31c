/** Stores vectors across restarts. A vector that cannot be read is computed again. */
export interface VectorCache {
  /** The stored bytes of those hashes that are known, by hash. */
  read(embedderId: string, contentHashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  write(embedderId: string, vectors: ReadonlyMap<string, Uint8Array>): Promise<void>;
}

/** A cache that lives as long as the process. */
export function createMemoryVectorCache(): VectorCache {
  const kept = new Map<string, Uint8Array>();
  const keyOf = (embedderId: string, hash: string) => `${embedderId} ${hash}`;
  return {
    async read(embedderId, hashes) {
      const found = new Map<string, Uint8Array>();
      for (const hash of hashes) {
        const bytes = kept.get(keyOf(embedderId, hash));
        if (bytes !== undefined) found.set(hash, bytes);
      }
      return found;
    },
    async write(embedderId, vectors) {
      for (const [hash, bytes] of vectors) kept.set(keyOf(embedderId, hash), bytes);
    },
  };
}
