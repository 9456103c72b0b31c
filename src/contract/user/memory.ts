import { z } from "zod";

/** What a memory is: a fact, a preference of the user, or a lesson from a mistake. */
export const MEMORY_TYPES = ["fact", "preference", "lesson"] as const;

export const MAX_MEMORY_CHARACTERS = 2_000;

export type MemoryType = (typeof MEMORY_TYPES)[number];

/** Where a memory comes from. */
const memorySourceSchema = z.object({
  door: z.string().optional(),
  conversation: z.string().optional(),
  run: z.string().optional(),
  call: z.string().optional(),
  /** Sources of untrusted content in the run. Recalling the memory marks the run with them. */
  untrusted: z.array(z.string()).optional(),
});

/** One memory about one user. */
export const memorySchema = z.object({
  id: z.string(),
  user: z.string(),
  type: z.enum(MEMORY_TYPES),
  text: z.string(),
  /** From 0 to 1, at the time of the last mention. It decays from then on. */
  importance: z.number().min(0).max(1),
  source: memorySourceSchema,
  createdAt: z.int(),
  /** When it was last mentioned or recalled. */
  usedAt: z.int(),
  /** How often it was mentioned. Mentioning the same thing again strengthens it. */
  mentions: z.int(),
  /** How often it was recalled. */
  recalls: z.int(),
});

export type MemorySource = z.infer<typeof memorySourceSchema>;
export type Memory = z.infer<typeof memorySchema>;
