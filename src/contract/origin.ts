import { z } from "zod";
import { ROLES } from "./flow.ts";

/**
 * Who said a value. `user`: it stands in their message. `agreed`: a person said yes to it in this run. `made`: this run made the
 * thing. `record`: what the user's words point to: the id or a field of the one thing that they call by its name. `service`: the service that receives it said it
 * itself. `planned`: a plan covers it that was made before anything from outside was read. `typed`: the user wrote it, which is not yet an order to execute it. `others`: it stands in untrusted content.
 * `nobody`: nothing explains it.
 */
const ORIGINS = [
  "user",
  "agreed",
  "made",
  "record",
  "service",
  "planned",
  "typed",
  "others",
  "nobody",
] as const;

/** Where one argument of a call came from, as the gate found out. */
export const argumentOriginSchema = z.object({
  /** Where it stands in the input: `recipients.0`. */
  path: z.string(),
  role: z.enum(ROLES),
  /** The beginning of its text. */
  value: z.string(),
  from: z.enum(ORIGINS),
  /** The results that it stands in, where others said it. */
  sources: z.array(z.string()).optional(),
  /** Whether this is why a person is asked. */
  asks: z.boolean(),
});

export type Origin = (typeof ORIGINS)[number];
export type ArgumentOrigin = z.infer<typeof argumentOriginSchema>;

/** The same as the log keeps it: the values stand in the parameters, without their secrets. */
export const recordedOriginSchema = argumentOriginSchema.omit({ value: true });

export type RecordedOrigin = z.infer<typeof recordedOriginSchema>;
