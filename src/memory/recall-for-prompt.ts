import type { Memory } from "../contract/memory.ts";
import type { MemoryIndex } from "./memory-index.ts";
import { strength } from "./strength.ts";
import { weigh } from "./weigh.ts";

const MOST_RECALLED = 12;
const MOST_PREFERENCES = 5;
const REACH = { least: 0.3, share: 0.5 };
/** A preference that has faded below this is recalled only where it fits. */
const LEAST_STRENGTH = 0.2;

/** What a message should be answered with in mind: what it is about, and the strongest preferences, which hold for any message. */
export async function recallForPrompt(index: MemoryIndex, text: string, now: number): Promise<Memory[]> {
  const near = text.trim() === "" ? [] : await index.near(text, { limit: MOST_RECALLED * 2 });
  const fitting = weigh(near, now, REACH).map(({ memory }) => memory);
  const preferences = strongest(await index.preferences(), now);
  return [...new Map([...fitting, ...preferences].map((memory) => [memory.id, memory])).values()].slice(
    0,
    MOST_RECALLED,
  );
}

/** Those that count most, for a message that nothing else is known about. */
export function strongest(memories: readonly Memory[], now: number): Memory[] {
  return memories
    .map((memory) => ({ memory, counts: strength(memory, now) }))
    .filter(({ counts }) => counts >= LEAST_STRENGTH)
    .sort((a, b) => b.counts - a.counts)
    .slice(0, MOST_PREFERENCES)
    .map(({ memory }) => memory);
}
