import { z } from "zod";
import { errorDataSchema } from "./error.ts";

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

export type Observation = z.infer<typeof observationSchema>;

/** How one call ended. A failure is data, not an exception, so that a model can read it and try again. */
export const outcomeSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("success"),
    callId: z.string(),
    runId: z.string(),
    output: z.unknown(),
    observation: observationSchema.optional(),
  }),
  z.object({
    type: z.literal("failure"),
    callId: z.string(),
    runId: z.string(),
    error: errorDataSchema,
  }),
]);

type AnyOutcome = z.infer<typeof outcomeSchema>;

/** How a call ended, with a typed output. `observation` refers to the whole of an output that was cut. */
export type Outcome<Output = unknown> =
  | (Omit<Extract<AnyOutcome, { type: "success" }>, "output"> & { output: Output })
  | Extract<AnyOutcome, { type: "failure" }>;

/** The status of a run of one call. A call that has run counts as done, even if its record still waits for the store. */
export function statusOfCall(outcome: Outcome | undefined): "done" | "failed" {
  if (outcome?.type !== "failure") return outcome === undefined ? "failed" : "done";
  const { ran, store } = outcome.error.details;
  return ran === true && store === "away" ? "done" : "failed";
}

/** Replaces the words of a cut output about where the rest is, for a reader who has no tools. */
export function withWhole(output: unknown, where: string): unknown {
  return typeof output === "string" ? output.replace(FOR_MODELS, () => where) : output;
}

/** The output that an observation stores. A text that happens to be JSON stays a text. */
export function outputIn(text: string, format: Observation["format"]): unknown {
  if (format === "text") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
