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

/** How a call ended, with an output of this type. An output that was cut has its whole in `observation`. */
export type Outcome<Output = unknown> =
  | (Omit<Extract<AnyOutcome, { type: "success" }>, "output"> & { output: Output })
  | Extract<AnyOutcome, { type: "failure" }>;
