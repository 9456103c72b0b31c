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

export type Outcome = z.infer<typeof outcomeSchema>;
