import { z } from "zod";

/** The user at this machine. Runs without a user belong to them. */
export const LOCAL_USER = "local";

/** Whether a person is present who can be asked. */
export const RUN_MODES = ["interactive", "unattended", "ci"] as const;

export type RunMode = (typeof RUN_MODES)[number];

/** `parked`: the run waits in the store for a person's answer and is resumed afterwards. */
export const RUN_STATUSES = ["open", "done", "failed", "cancelled", "interrupted", "parked"] as const;

/** One task from the user's message to the answer, as it is stored. */
export const runSchema = z.object({
  id: z.string(),
  title: z.string(),
  mode: z.enum(RUN_MODES),
  /** The user who owns the run. Default: the local user. */
  user: z.string().optional(),
  status: z.enum(RUN_STATUSES),
  startedAt: z.int(),
  endedAt: z.int().optional(),
  calls: z.int(),
  /** The names of the tools and models that were called. Known once the run has ended. */
  tools: z.array(z.string()).optional(),
  models: z.array(z.string()).optional(),
  /** Tokens of the run's model requests. */
  tokens: z.object({ input: z.int(), output: z.int() }).optional(),
  /** The last known state of the harbour log: the number of records, and the hash of the last one. */
  records: z.int(),
  head: z.string(),
});

/** A filter for runs. Omitted fields match every run. */
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
  /** Runs whose title, message or answer contains this text. Latin letters match regardless of case. */
  readonly text?: string | undefined;
}

export type Run = z.infer<typeof runSchema>;
export type RunStatus = (typeof RUN_STATUSES)[number];

/**
 * What happens to a question when nobody can be asked. `refuse`: the call is refused at once. `wait`: the question stays open in
 * this process. `leave`: the run is parked in the store, and `resume` continues it.
 */
export type Parking = "refuse" | "wait" | "leave";

/** The owner of a run, and where it began. */
interface RunOwner {
  readonly user: string;
  /** The conversation of the run, and the door where it takes place. */
  readonly conversation?: string | undefined;
  readonly door?: string | undefined;
}

/** Finds the owner of a run. A run without a user belongs to the local user. */
export type FindRunOwner = (runId: string) => Promise<RunOwner>;

/** Whose work folder a run uses, if conversations have folders: that of its conversation, otherwise that of its user. */
export interface WorkFolderOf {
  readonly conversation?: string | undefined;
  readonly user?: string | undefined;
}
