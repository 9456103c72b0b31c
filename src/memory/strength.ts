import type { Memory } from "../contract/memory.ts";
import type { MemoryType } from "../contract/memory-types.ts";

/** Days until a memory that is neither told again nor recalled counts half. */
const HALF_LIFE_DAYS: Readonly<Record<MemoryType, number>> = { fact: 180, preference: 365, lesson: 90 };
const DAY_MS = 86_400_000;

/** What a memory counts now, from 0 to 1: its importance, faded since it was last used, more slowly the more it was used. */
export function strength(
  { type, importance, usedAt, mentions, recalls }: Omit<Memory, "id" | "user" | "text">,
  now: number,
): number {
  const days = Math.max(0, now - usedAt) / DAY_MS;
  const halfLife = HALF_LIFE_DAYS[type] * (1 + Math.log2(mentions + recalls));
  return importance * 0.5 ** (days / Math.max(1, halfLife));
}
