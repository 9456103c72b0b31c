import { z } from "zod";

/** The person at this machine; a run of nobody in particular is theirs. */
export const LOCAL_USER = "local";

/** Whether somebody is there to be asked. */
export const RUN_MODES = ["interactive", "unattended", "ci"] as const;

export type RunMode = (typeof RUN_MODES)[number];

/** `parked`: it waits in the store for a person's answer, and is resumed when the answer is there. */
export const RUN_STATUSES = ["open", "done", "failed", "cancelled", "interrupted", "parked"] as const;

/** One task from the user's message to the answer, as the store keeps it. */
export const runSchema = z.object({
  id: z.string(),
  title: z.string(),
  mode: z.enum(RUN_MODES),
  /** Whose task it is; that of the person at this machine when nobody is named. */
  user: z.string().optional(),
  status: z.enum(RUN_STATUSES),
  startedAt: z.int(),
  endedAt: z.int().optional(),
  calls: z.int(),
  /** The tools that were called and the models that were asked, by name. Known once the run has ended. */
  tools: z.array(z.string()).optional(),
  models: z.array(z.string()).optional(),
  /** What its requests to models took. */
  tokens: z.object({ input: z.int(), output: z.int() }).optional(),
  /** The harbour log as it was last known: how many records, and the hash of the last one. */
  records: z.int(),
  head: z.string(),
});

/** Which runs are looked for; what is left out does not matter. */
export interface RunFilter {
  readonly statuses?: readonly RunStatus[] | undefined;
  /** Runs that called this tool. */
  readonly tool?: string | undefined;
  /** Runs that asked this model. */
  readonly model?: string | undefined;
  /** Runs that began at this time or later (milliseconds). */
  readonly from?: number | undefined;
  /** Runs that began before this time. */
  readonly to?: number | undefined;
  /** Runs in whose title, message or answer this stands; capital or small Latin letters are the same. */
  readonly text?: string | undefined;
}

export type Run = z.infer<typeof runSchema>;
export type RunStatus = (typeof RUN_STATUSES)[number];

/**
 * What becomes of a question when there is nobody to ask: `refuse` refuses the call at once, `wait` lets the question wait in
 * this process, `leave` ends the process's part and leaves the run parked for `resume`.
 */
export type Parking = "refuse" | "wait" | "leave";

/** Whose run it is, where it was begun, and what has entered it. */
interface RunOwner {
  readonly user: string;
  /** The conversation that the run is a part of, and the door that is held at. */
  readonly conversation?: string | undefined;
  readonly door?: string | undefined;
  /** Where untrusted content came from that has entered it. */
  readonly untrusted: readonly string[];
}

/** Finds out whose a run is. A run of nobody in particular is that of the person at this machine. */
export type FindRunOwner = (runId: string) => Promise<RunOwner>;
