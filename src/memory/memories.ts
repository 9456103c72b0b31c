import { setTimeout as delay } from "node:timers/promises";
import { DejimaError } from "../contract/error.ts";
import {
  MAX_MEMORY_CHARACTERS,
  MEMORY_TYPES,
  type Memory,
  type MemorySource,
  type MemoryType,
} from "../contract/user/memory.ts";
import type { Embedders } from "../model/open-embedders.ts";
import type { MemoryPage, Store } from "../store/store.ts";
import { sha256, shortId } from "../support/lazy-crypto.ts";
import { type MemoryIndex, openMemoryIndex } from "./memory-index.ts";
import { type RankedMemory, rankMemories, recallForPrompt, strength, strongest } from "./rank-memories.ts";

const WORD = /[\p{L}\p{N}]+/gu;

/** Words that do not change the meaning of a memory. */
const EMPTY = new Set(["a", "an", "the", "that", "please", "also", "really"]);

interface NewMemory {
  readonly text: string;
  readonly type: MemoryType;
  readonly importance?: number | undefined;
  readonly source: MemorySource;
  /** The id of the memory that this one replaces. */
  readonly replaces?: string | undefined;
}

interface MemoryStatistics {
  readonly total: number;
  readonly byType: Readonly<Record<MemoryType, number>>;
  readonly oldest?: number;
  readonly newest?: number;
  /** Their average strength after decay. */
  readonly averageStrength: number;
}

/** The memories of users. Nobody can reach those of another user. */
export interface Memories {
  /** Adding the same text again strengthens the memory. `similar` are close memories with another meaning. */
  add(
    user: string,
    memory: NewMemory,
  ): Promise<{ memory: Memory; status: "added" | "strengthened"; similar: readonly Memory[] }>;
  search(
    user: string,
    text: string,
    options?: { limit?: number; type?: MemoryType | undefined },
  ): Promise<RankedMemory[]>;
  /** The memories for the answer to a message, most important first. */
  recall(user: string, text: string): Promise<Memory[]>;
  list(user: string, page: MemoryPage): Promise<Memory[]>;
  statistics(user: string): Promise<MemoryStatistics>;
  /** Erases memories with everything derived from them. Returns the ids that existed. */
  forget(user: string, ids: readonly string[]): Promise<string[]>;
}

interface MemoriesParts {
  store(): Promise<Pick<Store, "memories" | "vectors">>;
  embedders(): Promise<Embedders>;
  /** Redacts secrets in a text before it is stored. */
  redact(text: string): Promise<string>;
  now(): number;
  /** Maximum number of memories per user. */
  readonly limit: number;
}

const DEFAULT_IMPORTANCE = 0.5;
const REPEAT_BONUS = 0.1;
/** Memories much further away than the nearest one do not match the same query. */
const REACH = { least: 0.25, share: 0.4 };
const SIMILAR = 0.75;
const MAX_OPEN = 100;
/** How long a message waits for the memories of a user to be loaded. */
const LOAD_TIMEOUT_MS = 2_000;

/** Opens the memories of all users. Those of a user are loaded with the first query. */
export function createMemories({ store, embedders, redact, now, limit }: MemoriesParts): Memories {
  const open = new Map<string, MemoryIndex>();

  async function indexOf(user: string): Promise<MemoryIndex> {
    const known = open.get(user);
    if (known !== undefined) return known;
    const parts = { store: await store(), embedders: await embedders() };
    const index = open.get(user) ?? openMemoryIndex(user, parts);
    const [oldest] = open.keys();
    if (open.size >= MAX_OPEN && oldest !== undefined) open.delete(oldest);
    open.set(user, index);
    return index;
  }

  async function forget(user: string, ids: readonly string[]): Promise<string[]> {
    const gone = await (await store()).memories.delete(user, ids);
    if (gone.length > 0) await (await indexOf(user)).follow();
    return gone;
  }

  return {
    forget,
    async add(user, { text, type, importance = DEFAULT_IMPORTANCE, source, replaces }) {
      const clean = (await redact(text.trim())).trim();
      refuseEmptyOrLong(clean);
      const index = await indexOf(user);
      const stored = (await index.all()).length - (replaces === undefined ? 0 : 1);
      if (stored >= limit) throw tooMany(limit);
      if (replaces !== undefined) await forgetReplaced(user, replaces);
      const near = (await index.near(clean, { limit: 3 })).filter(({ relevance }) => relevance >= SIMILAR);
      const at = now();
      let status: "added" | "strengthened" = "added";
      const memory = await (await store()).memories.tell(
        { user, fingerprint: fingerprint(clean) },
        (known) => {
          status = known === undefined ? "added" : "strengthened";
          return known === undefined
            ? newMemory(user, { text: clean, type, importance, source, at })
            : strengthen(known, { importance, at });
        },
      );
      const similar = near.map((one) => one.memory).filter(({ id }) => id !== memory.id);
      return { memory, status, similar };
    },
    async search(user, text, { limit: most = 10, type } = {}) {
      const at = now();
      const near = await (await indexOf(user)).near(text, { limit: Math.max(50, most * 3), type });
      const found = rankMemories(near, at, REACH).slice(0, most);
      const ids = found.map(({ memory }) => memory.id);
      if (ids.length > 0)
        await (await store()).memories.change(user, ids, (memory) => ({
          ...memory,
          recalls: memory.recalls + 1,
          usedAt: Math.max(memory.usedAt, at),
        }));
      return found;
    },
    async recall(user, text) {
      // A user without memories needs no embedder. Most runs begin like this.
      const some = open.has(user) || (await (await store()).memories.list(user, { limit: 1 })).length > 0;
      if (!some) return [];
      const recalled = indexOf(user).then((index) => recallForPrompt(index, text, now()));
      const late = new AbortController();
      const waited = delay(LOAD_TIMEOUT_MS, undefined, { signal: late.signal, ref: false }).catch(
        () => undefined,
      );
      const found = await Promise.race([recalled, waited]).finally(() => late.abort());
      if (found !== undefined) return found;
      // Loading very many memories takes a while. The next message finds them.
      recalled.catch(() => undefined);
      const preferences = await (await store()).memories.list(user, { limit: 200, type: "preference" });
      return strongest(preferences, now());
    },
    list: async (user, page) => (await store()).memories.list(user, page),
    async statistics(user) {
      const all = await (await indexOf(user)).all();
      const at = now();
      const times = all.map(({ createdAt }) => createdAt);
      const sum = all.reduce((total, memory) => total + strength(memory, at), 0);
      const byType = Object.fromEntries(
        MEMORY_TYPES.map((type) => [type, all.filter((memory) => memory.type === type).length]),
      ) as Record<MemoryType, number>; // one entry per type, by the line above
      return {
        total: all.length,
        byType,
        ...(all.length === 0
          ? {}
          : {
              oldest: times.reduce((a, b) => Math.min(a, b)),
              newest: times.reduce((a, b) => Math.max(a, b)),
            }),
        averageStrength: all.length === 0 ? 0 : sum / all.length,
      };
    },
  };

  async function forgetReplaced(user: string, id: string): Promise<void> {
    if ((await forget(user, [id])).length > 0) return;
    throw new DejimaError("not_found", `Cannot replace memory "${id.slice(0, 100)}": there is none`, {
      id,
    });
  }
}

function newMemory(
  user: string,
  { text, type, importance, source, at }: NewMemory & { importance: number; at: number },
): Memory {
  const id = shortId("m");
  return {
    id,
    user,
    type,
    text,
    importance,
    source,
    createdAt: at,
    usedAt: at,
    mentions: 1,
    recalls: 0,
  };
}

function strengthen(memory: Memory, { importance, at }: { importance: number; at: number }): Memory {
  return {
    ...memory,
    importance: Math.min(1, Math.max(memory.importance, importance) + REPEAT_BONUS),
    usedAt: Math.max(memory.usedAt, at),
    mentions: memory.mentions + 1,
  };
}

function refuseEmptyOrLong(text: string): void {
  if (text === "") throw new DejimaError("invalid_input", "Cannot remember nothing: say what to remember");
  if (text.length <= MAX_MEMORY_CHARACTERS) return;
  throw new DejimaError(
    "too_large",
    `Cannot remember ${text.length} characters: a memory has at most ${MAX_MEMORY_CHARACTERS}; say it in fewer words, or keep it in a file and remember where`,
    { characters: text.length, most: MAX_MEMORY_CHARACTERS },
  );
}

function tooMany(limit: number): DejimaError {
  return new DejimaError(
    "limit_exceeded",
    `Cannot remember more: there are ${limit} memories already; forget some with forget_memory or \`dejima memory forget\``,
    { limit },
  );
}

/** Equal for texts that differ only in case, width, punctuation and articles. Word order counts: who likes whom matters. */
export function fingerprint(text: string): string {
  const words = text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
  const relevant = words.filter((word) => !EMPTY.has(word));
  return sha256((relevant.length === 0 ? words : relevant).join(" ")).slice(0, 32);
}
