import { z } from "zod";

/** An output that was too large to return whole: an excerpt, and a reference to the rest. */
export const observationSchema = z.object({
  ref: z.string().describe("Pass it to read_observation to page or search the whole"),
  sha256: z.string(),
  bytes: z.int(),
  truncated: z.boolean(),
  /** Whether the stored text is the output itself, or its JSON. Logs of earlier versions do not say. */
  format: z.enum(["text", "json"]).optional(),
  excerpt: z.string(),
});

/** The words in a cut result that tell a model how to read the rest of it. */
const FOR_MODELS = /read_observation with ref "[^"]{1,200}" pages and searches the whole/;

/** A cut output with other words about where the rest of it is, for a reader who has no tools. */
export function withWhole(output: unknown, where: string): unknown {
  return typeof output === "string" ? output.replace(FOR_MODELS, () => where) : output;
}

/** The output that an observation holds. A text that happens to be JSON stays a text. */
export function outputIn(text: string, format: Observation["format"]): unknown {
  if (format === "text") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export type Observation = z.infer<typeof observationSchema>;
