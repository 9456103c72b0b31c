import { z } from "zod";

/** What a tool gave back when it was too large to hand over whole: an excerpt, and where the rest is. */
export const observationSchema = z.object({
  ref: z.string().describe("Pass it to read_observation to page or search the whole"),
  sha256: z.string(),
  bytes: z.int(),
  truncated: z.boolean(),
  excerpt: z.string(),
});

export type Observation = z.infer<typeof observationSchema>;
