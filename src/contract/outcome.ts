import { z } from "zod";
import { errorDataSchema } from "./error.ts";
import { observationSchema } from "./observation.ts";

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
