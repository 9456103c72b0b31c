import type { Memories as MemoriesForPrompt } from "../agent/agent-parts.ts";
import type { Memories } from "../memory/memories.ts";
import type { Embedders } from "../model/open-embedders.ts";
import type { Store } from "../store/store.ts";
import { type Once, once } from "../support/once.ts";

export interface MemoryParts {
  /** The most memories that one user may have. */
  readonly limit: number;
  store(): Promise<Store>;
  embedders(): Promise<Embedders>;
  redact(text: string): Promise<string>;
}

/** What is remembered of users, opened with the first use, and what of it enters a prompt. */
export function lazyMemory({ limit, store, embedders, redact }: MemoryParts): {
  memories: Once<Memories>;
  forPrompt: MemoriesForPrompt;
} {
  const memories = once(async () => {
    const { createMemories } = await import("../memory/memories.ts");
    return createMemories({ store, embedders, redact, now: Date.now, limit });
  });
  return {
    memories,
    async forPrompt(text, { user }) {
      const recalled = await (await memories.get()).recall(user, text);
      return recalled.map((memory) => {
        const source = memory.source.untrusted?.join("; ");
        return { text: memory.text, ...(source === undefined ? {} : { source }) };
      });
    },
  };
}
