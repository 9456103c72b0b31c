/** What a memory is: a fact, a preference of the user, or a lesson from a mistake. */
export const MEMORY_TYPES = ["fact", "preference", "lesson"] as const;

export const MAX_MEMORY_CHARACTERS = 2_000;

export type MemoryType = (typeof MEMORY_TYPES)[number];
