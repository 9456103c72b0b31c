import type { Memory, MemoryType } from "../contract/user/memory.ts";
import type { Embedders } from "../model/open-embedders.ts";
import { createLivingIndex, type Findable } from "../retrieval/living-index.ts";
import { createStoredVectors } from "../retrieval/vectors/stored-vectors.ts";
import type { Store } from "../store/store.ts";
import { defined } from "../support/defined.ts";

/** A memory that matches a text, and its relevance: similarity in meaning and in words, from 0 to about 2. */
export interface NearMemory {
  readonly memory: Memory;
  readonly relevance: number;
  readonly why: readonly string[];
}

/** All memories of one user, searchable. Changes by other processes are applied before each answer. */
export interface MemoryIndex {
  near(text: string, options: { limit: number; type?: MemoryType | undefined }): Promise<NearMemory[]>;
  all(): Promise<readonly Memory[]>;
  preferences(): Promise<readonly Memory[]>;
  /** Applies changes, so that nothing of a deleted memory is left in the store. */
  follow(): Promise<void>;
}

/** The index of one user's memories, empty until the first query. */
export function openMemoryIndex(
  user: string,
  { store, embedders }: { store: Pick<Store, "memories" | "vectors">; embedders: Embedders },
): MemoryIndex {
  const { embedder, normalize, preferred } = embedders;
  const index = createLivingIndex({
    embedder,
    normalize,
    ...defined({ preferred }),
    vectors: createStoredVectors(store.vectors, `memories of ${user}`, () => {}),
    announce: () => {},
  });
  const memories = new Map<string, Memory>();
  const findables = new Map<string, Findable>();
  const preferences = new Map<string, Memory>();
  let revision = 0;
  let seen = -1;
  let following: Promise<void> = Promise.resolve();

  async function applyChanges(): Promise<void> {
    const number = await store.memories.changes(user);
    if (number === seen) return;
    const changes = await store.memories.changedSince(user, revision);
    for (const memory of changes.memories) {
      memories.set(memory.id, memory);
      if (memory.type === "preference") preferences.set(memory.id, memory);
      if (findables.get(memory.id)?.version !== memory.text) findables.set(memory.id, findable(memory));
    }
    const gone = memories.size > changes.count;
    if (gone) {
      const left = new Set(await store.memories.ids(user));
      for (const id of memories.keys()) {
        if (left.has(id)) continue;
        memories.delete(id);
        preferences.delete(id);
        findables.delete(id);
      }
    }
    if (gone || changes.memories.length > 0) await index.follow([...findables.values()]);
    revision = changes.revision;
    seen = number;
  }

  /** Serializes updates: two at once would apply the same changes twice. */
  function follow(): Promise<void> {
    const done = following.then(applyChanges);
    following = done.catch(() => undefined);
    return done;
  }

  return {
    follow,
    async all() {
      await follow();
      return [...memories.values()];
    },
    async preferences() {
      await follow();
      return [...preferences.values()];
    },
    async near(text, { limit, type }) {
      await follow();
      const filter = type === undefined ? {} : { sources: [type] };
      const { hits } = await index.search(text, { limit, leastScore: 0, verbatim: true, ...filter });
      return hits.flatMap(({ id, signals, why }) => {
        const memory = memories.get(id);
        return memory === undefined
          ? []
          : [{ memory, relevance: Math.max(0, signals.meaning) + signals.words, why }];
      });
    },
  };
}

// The type is used as the source, where it can be filtered but is not searched: it is not part of the memory's text.
function findable({ id, text, type }: Memory): Findable {
  return { id, version: text, entry: () => ({ id, name: "", description: text, source: type }) };
}
