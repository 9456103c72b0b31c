import type { z } from "zod";

type Fields<Event> = Event extends unknown ? Omit<Event, "runId" | "at"> : never;

/** An event without what is the same for all events of a run. */
export type EventFields<Schema extends z.ZodType> = Fields<z.infer<Schema>>;
