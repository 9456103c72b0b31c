import { z } from "zod";
import { MEMORY_TYPES } from "./memory-types.ts";

/** Where a memory was noted down. */
const memorySourceSchema = z.object({
  door: z.string().optional(),
  conversation: z.string().optional(),
  run: z.string().optional(),
  call: z.string().optional(),
  /** Where untrusted content came from that had entered the run; whoever recalls the memory reads that content, too. */
  untrusted: z.array(z.string()).optional(),
});

/** One thing that is remembered of one user. */
export const memorySchema = z.object({
  id: z.string(),
  user: z.string(),
  type: z.enum(MEMORY_TYPES),
  text: z.string(),
  /** From 0 to 1, as it was when it was last told; it fades from then on. */
  importance: z.number().min(0).max(1),
  source: memorySourceSchema,
  createdAt: z.int(),
  /** When it was last told or recalled. */
  usedAt: z.int(),
  /** How often it was told: the same thing said again strengthens it. */
  mentions: z.int(),
  /** How often it was recalled. */
  recalls: z.int(),
});

export type MemorySource = z.infer<typeof memorySourceSchema>;
export type Memory = z.infer<typeof memorySchema>;
