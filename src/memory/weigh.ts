import type { Memory } from "../contract/memory.ts";
import type { NearMemory } from "./memory-index.ts";
import { strength } from "./strength.ts";

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
