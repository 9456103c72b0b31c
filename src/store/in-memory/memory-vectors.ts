import type { VectorRepository, VectorSpaceName } from "../store.ts";

export function memoryVectors(assertOpen: () => void): VectorRepository {
  const storages = new Map<string, Map<string, Map<string, Uint8Array>>>();
  const spaceOf = ({ collection, embedder }: VectorSpaceName) => storages.get(collection)?.get(embedder);
  return {
    async read(space, hashes) {
      assertOpen();
      const held = spaceOf(space);
      const found = new Map<string, Uint8Array>();
      for (const hash of hashes) {
        const bytes = held?.get(hash);
        if (bytes !== undefined) found.set(hash, bytes.slice());
      }
      return found;
    },
    async write(space, vectors) {
      assertOpen();
      if (vectors.size === 0) return;
      const collection = storages.get(space.collection) ?? new Map<string, Map<string, Uint8Array>>();
      const held = collection.get(space.embedder) ?? new Map<string, Uint8Array>();
      for (const [hash, bytes] of vectors) held.set(hash, bytes.slice());
      storages.set(space.collection, collection.set(space.embedder, held));
    },
    async prune(space, keep) {
      assertOpen();
      const held = spaceOf(space);
      if (held === undefined) return 0;
      const kept = new Set(keep);
      const gone = [...held.keys()].filter((hash) => !kept.has(hash));
      for (const hash of gone) held.delete(hash);
      if (held.size === 0) storages.get(space.collection)?.delete(space.embedder);
      return gone.length;
    },
    async embedders(collection) {
      assertOpen();
      const all = [...(storages.get(collection) ?? [])].map(([embedder, held]) => ({
        embedder,
        count: held.size,
      }));
      return all.sort((a, b) => (a.embedder < b.embedder ? -1 : 1));
    },
  };
}
