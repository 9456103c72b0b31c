import type { Memories as MemoriesForPrompt } from "../agent/agent-parts.ts";
import type { Memories } from "../memory/memories.ts";
import type { Embedders } from "../model/open-embedders.ts";
import type { Profiles } from "../profile/profiles.ts";
import type { Store } from "../store/store.ts";
import { type Once, once } from "../support/once.ts";

interface MemoryParts {
  /** The most memories that one user may have. */
  readonly limit: number;
  store(): Promise<Store>;
  embedders(): Promise<Embedders>;
  redact(text: string): Promise<string>;
}

interface LazyMemory {
  readonly memories: Once<Memories>;
  readonly profiles: Once<Profiles>;
  /** The profile in one line, then what fits a message. */
  readonly forPrompt: MemoriesForPrompt;
}

/** What is known of users, opened with the first use, and what of it enters a prompt. */
export function lazyMemory({ limit, store, embedders, redact }: MemoryParts): LazyMemory {
  const memories = once(async () => {
    const { createMemories } = await import("../memory/memories.ts");
    return createMemories({ store, embedders, redact, now: Date.now, limit });
  });
  const profiles = once(async () => {
    const { createProfiles } = await import("../profile/profiles.ts");
    return createProfiles({ store, redact, now: Date.now });
  });

  async function profileLine(user: string) {
    const { values, untrusted } = await (await profiles.get()).get(user);
    const known = Object.entries(values).map(([key, value]) => `${key}: ${value}`);
    return known.length === 0 ? [] : [remembered(`The user's profile: ${known.join("; ")}`, untrusted)];
  }

  return {
    memories,
    profiles,
    async forPrompt(text, { user }) {
      const recalled = await (await memories.get()).recall(user, text);
      return [
        ...(await profileLine(user)),
        ...recalled.map(({ text: told, source }) => remembered(told, source.untrusted)),
      ];
    },
  };
}

function remembered(text: string, untrusted: readonly string[] = []) {
  return untrusted.length === 0 ? { text } : { text, source: untrusted.join("; ") };
}
