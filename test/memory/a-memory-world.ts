import { createMemories, type Memories } from "../../src/memory/memories.ts";
import { loadEmbeddedEmbedder } from "../../src/model/embedded/load-embedded-embedder.ts";
import { createMemoryStore } from "../../src/store/in-memory/memory-store.ts";
import type { Store } from "../../src/store/store.ts";

export interface MemoryWorld {
  readonly memories: Memories;
  readonly store: Store;
  /** Another process on the same store. */
  elsewhere(): Memories;
  /** Moves the clock on. */
  pass(milliseconds: number): void;
}

/** Memories on a store and a clock of their own. */
export function aMemoryWorld({ limit = 1_000, store = createMemoryStore() } = {}): MemoryWorld {
  let now = Date.UTC(2026, 0, 1);
  const open = () =>
    createMemories({
      store: async () => store,
      embedders: async () => {
        const embedder = await loadEmbeddedEmbedder();
        return { embedder, usable: true, normalize: embedder.normalize };
      },
      redact: async (text) => text.replaceAll("hunter2", "[redacted]"),
      now: () => now,
      limit,
    });
  return {
    store,
    memories: open(),
    elsewhere: open,
    pass: (milliseconds) => {
      now += milliseconds;
    },
  };
}

/** Tells several things at once, as one user. */
export async function tellAll(memories: Memories, user: string, texts: readonly string[]): Promise<void> {
  for (const text of texts) await memories.add(user, { text, type: "fact", source: {} });
}
