import { z } from "zod";

/** An output that was too large to return whole: an excerpt, and a reference to the rest. */
export const observationSchema = z.object({
  ref: z.string().describe("Pass it to read_observation to page or search the whole"),
  sha256: z.string(),
  bytes: z.int(),
  truncated: z.boolean(),
  excerpt: z.string(),
});

export type Observation = z.infer<typeof observationSchema>;
