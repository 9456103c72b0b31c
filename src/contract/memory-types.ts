/** What a memory is: something that is so, something the user likes, something that was learned the hard way. */
export const MEMORY_TYPES = ["fact", "preference", "lesson"] as const;

export const MAX_MEMORY_CHARACTERS = 2_000;

export type MemoryType = (typeof MEMORY_TYPES)[number];
