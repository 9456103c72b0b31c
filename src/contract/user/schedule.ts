import { z } from "zod";

/** `task`: the agent works on it. `reminder`: the text is sent as it is. */
export const TASK_KINDS = ["task", "reminder"] as const;

/** What happens to times that passed while nothing ran: skip them, catch up once, or catch up on each. */
export const MISSED_POLICIES = ["skip", "once", "all"] as const;

/** What happens to a call that needs an approval: it is refused, or parked until somebody answers. */
export const UNATTENDED_RULES = ["deny", "park"] as const;

export const SCHEDULE_STATUSES = ["active", "paused", "done", "cancelled"] as const;

/** When a task is due. Times are in milliseconds since 1970; `timezone` is an IANA name. */
const whenSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("once"), at: z.int() }),
  z.object({ kind: z.literal("every"), everyMs: z.int().min(1), from: z.int() }),
  z.object({ kind: z.literal("cron"), expression: z.string(), timezone: z.string() }),
]);

/** One occurrence of a task: the time it was due, and whether the clock or a trigger started it. */
const occurrenceSchema = z.object({ due: z.int(), why: z.enum(["clock", "trigger"]) });

/** The occurrence in progress and the process that works on it. When the lease expires, another process continues its run. */
const currentSchema = occurrenceSchema.extend({
  run: z.string(),
  owner: z.string(),
  leaseUntil: z.int(),
  startedAt: z.int(),
  /** Set while the run waits in the store for a person's answer. No process works on it. */
  parked: z.boolean().optional(),
});

/** A finished occurrence. */
const pastSchema = occurrenceSchema.extend({
  run: z.string(),
  status: z.enum(["done", "failed", "cancelled"]),
  startedAt: z.int(),
  endedAt: z.int(),
});

/** A scheduled task with its progress. */
export const scheduleSchema = z.object({
  id: z.string(),
  /** The run that created it. Empty if a person created it at a door. */
  runId: z.string(),
  user: z.string(),
  /** Where the results are sent. */
  conversation: z.string(),
  door: z.string(),
  title: z.string(),
  kind: z.enum(TASK_KINDS),
  /** The message to the agent; for a reminder, the text to send. */
  task: z.string(),
  when: whenSchema,
  missed: z.enum(MISSED_POLICIES),
  unattended: z.enum(UNATTENDED_RULES),
  /** Sources of untrusted content in the run that created it. */
  untrusted: z.array(z.string()),
  status: z.enum(SCHEDULE_STATUSES),
  createdAt: z.int(),
  updatedAt: z.int(),
  /** The next time that has not been processed yet. Absent if there is none. */
  nextAt: z.int().optional(),
  /** Occurrences that are due and have not started. */
  waiting: z.array(occurrenceSchema),
  current: currentSchema.optional(),
  /** The latest finished occurrences, oldest first. */
  past: z.array(pastSchema),
  /** Counts of runs, of failed runs, and of skipped times. */
  runs: z.int(),
  failures: z.int(),
  skipped: z.int(),
});

export type When = z.infer<typeof whenSchema>;
export type Occurrence = z.infer<typeof occurrenceSchema>;
export type Current = z.infer<typeof currentSchema>;
export type PastOccurrence = z.infer<typeof pastSchema>;
export type Schedule = z.infer<typeof scheduleSchema>;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];
