import { z } from "zod";
import { ROLES } from "./flow.ts";

/**
 * Where a value comes from. `user`: the user's message contains it. `agreed`: a person approved it in this run. `made`: this
 * run created the thing. `record`: an id or field of the one thing that the user's words name. `service`: the service that
 * receives it provided it. `planned`: a plan covers it that was made before anything from outside was read. `typed`: the user
 * wrote it, which is not yet an order to execute it. `elsewhere`: the user said it for something else. `others`: untrusted content contains it. `nobody`: nothing explains it.
 */
const ORIGINS = [
  "user",
  "agreed",
  "made",
  "record",
  "service",
  "planned",
  "typed",
  "elsewhere",
  "others",
  "nobody",
] as const;

/** Where one argument of a call came from, as the gate determined. */
export const argumentOriginSchema = z.object({
  /** Its path in the input: `recipients.0`. */
  path: z.string(),
  role: z.enum(ROLES),
  /** The beginning of its text. */
  value: z.string(),
  from: z.enum(ORIGINS),
  /** The results that contain it, if it comes from others. */
  sources: z.array(z.string()).optional(),
  /** Whether this argument is why a person is asked. */
  asks: z.boolean(),
});

export type Origin = (typeof ORIGINS)[number];
export type ArgumentOrigin = z.infer<typeof argumentOriginSchema>;

/** The origin as the log stores it. The parameters contain the values, without their secrets. */
export const recordedOriginSchema = argumentOriginSchema.omit({ value: true });

export type RecordedOrigin = z.infer<typeof recordedOriginSchema>;
