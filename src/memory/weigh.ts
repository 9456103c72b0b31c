import type { Memory } from "../contract/memory.ts";
import type { MemoryType } from "../contract/memory-types.ts";
import type { MemoryIndex, NearMemory } from "./memory-index.ts";

const MOST_RECALLED = 12;

const MOST_PREFERENCES = 5;

const REACH = { least: 0.3, share: 0.5 };

/** A preference that has faded below this is recalled only where it fits. */
const LEAST_STRENGTH = 0.2;

/** Days until a memory that is neither repeated nor recalled counts half. */
const HALF_LIFE_DAYS: Readonly<Record<MemoryType, number>> = { fact: 180, preference: 365, lesson: 90 };

const DAY_MS = 86_400_000;

/** A memory as it counts now. */
export interface FoundMemory {
  readonly memory: Memory;
  readonly strength: number;
  /** Nearness and strength in one; what is found is ordered by it. */
  readonly score: number;
  readonly why: readonly string[];
}

/** How near is near enough: by itself, and as a share of the nearest one. */
interface Reach {
  readonly least: number;
  readonly share: number;
}

/** Those that are near enough, best first: what is old and unused must be nearer to be as good. */
export function weigh(near: readonly NearMemory[], now: number, { least, share }: Reach): FoundMemory[] {
  const best = near.reduce((most, { relevance }) => Math.max(most, relevance), 0);
  return near
    .filter(({ relevance }) => relevance >= least && relevance >= best * share)
    .map(({ memory, relevance, why }) => {
      const counts = strength(memory, now);
      return { memory, strength: counts, score: relevance * (0.7 + 0.3 * counts), why };
    })
    .sort((a, b) => b.score - a.score);
}

/** What a memory counts now, from 0 to 1: its importance, faded since it was last used, more slowly the more it was used. */
export function strength(
  { type, importance, usedAt, mentions, recalls }: Omit<Memory, "id" | "user" | "text">,
  now: number,
): number {
  const days = Math.max(0, now - usedAt) / DAY_MS;
  const halfLife = HALF_LIFE_DAYS[type] * (1 + Math.log2(mentions + recalls));
  return importance * 0.5 ** (days / Math.max(1, halfLife));
}

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
