import type { Memory, MemoryType } from "../contract/user/memory.ts";
import type { MemoryIndex, NearMemory } from "./memory-index.ts";

const MAX_RECALLED = 12;

const MAX_PREFERENCES = 5;

const REACH = { least: 0.3, share: 0.5 };

/** A preference that has decayed below this is recalled only if it matches. */
const MIN_STRENGTH = 0.2;

/** Days until a memory that is neither repeated nor recalled counts half. */
const HALF_LIFE_DAYS: Readonly<Record<MemoryType, number>> = { fact: 180, preference: 365, lesson: 90 };

const DAY_MS = 86_400_000;

/** A memory with its current strength. */
export interface RankedMemory {
  readonly memory: Memory;
  readonly strength: number;
  /** Relevance and strength combined. Results are sorted by it. */
  readonly score: number;
  readonly why: readonly string[];
}

/** When a memory is relevant enough: in absolute terms, and relative to the best one. */
interface Reach {
  readonly least: number;
  readonly share: number;
}

/** The relevant memories, best first. Old and unused ones must be more relevant to score the same. */
export function rankMemories(
  near: readonly NearMemory[],
  now: number,
  { least, share }: Reach,
): RankedMemory[] {
  const best = near.reduce((most, { relevance }) => Math.max(most, relevance), 0);
  return near
    .filter(({ relevance }) => relevance >= least && relevance >= best * share)
    .map(({ memory, relevance, why }) => {
      const counts = strength(memory, now);
      return { memory, strength: counts, score: relevance * (0.7 + 0.3 * counts), why };
    })
    .sort((a, b) => b.score - a.score);
}

/** The current strength of a memory, from 0 to 1: its importance, decayed since the last use, more slowly the more it was used. */
export function strength(
  { type, importance, usedAt, mentions, recalls }: Omit<Memory, "id" | "user" | "text">,
  now: number,
): number {
  const days = Math.max(0, now - usedAt) / DAY_MS;
  const halfLife = HALF_LIFE_DAYS[type] * (1 + Math.log2(mentions + recalls));
  return importance * 0.5 ** (days / Math.max(1, halfLife));
}

/** The memories for the answer to a message: the matching ones, and the strongest preferences, which apply to any message. */
export async function recallForPrompt(index: MemoryIndex, text: string, now: number): Promise<Memory[]> {
  const near = text.trim() === "" ? [] : await index.near(text, { limit: MAX_RECALLED * 2 });
  const matching = rankMemories(near, now, REACH).map(({ memory }) => memory);
  const preferences = strongest(await index.preferences(), now);
  return [...new Map([...matching, ...preferences].map((memory) => [memory.id, memory])).values()].slice(
    0,
    MAX_RECALLED,
  );
}

/** The strongest memories, for a message about which nothing else is known. */
export function strongest(memories: readonly Memory[], now: number): Memory[] {
  return memories
    .map((memory) => ({ memory, counts: strength(memory, now) }))
    .filter(({ counts }) => counts >= MIN_STRENGTH)
    .sort((a, b) => b.counts - a.counts)
    .slice(0, MAX_PREFERENCES)
    .map(({ memory }) => memory);
}
