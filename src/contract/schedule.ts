import { z } from "zod";
import { MISSED_POLICIES, SCHEDULE_STATUSES, TASK_KINDS, UNATTENDED_RULES } from "./schedule-words.ts";

/** When a task is due. Times are in milliseconds since 1970; `timezone` is an IANA name. */
const whenSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("once"), at: z.int() }),
  z.object({ kind: z.literal("every"), everyMs: z.int().min(1), from: z.int() }),
  z.object({ kind: z.literal("cron"), expression: z.string(), timezone: z.string() }),
]);

/** One time at which a task is run: the time it was due, and whether the clock or somebody called for it. */
const occurrenceSchema = z.object({ due: z.int(), why: z.enum(["clock", "trigger"]) });

/** The occurrence that is being worked on, and by whom. When the lease is over, another process goes on with its run. */
const currentSchema = occurrenceSchema.extend({
  run: z.string(),
  owner: z.string(),
  leaseUntil: z.int(),
  startedAt: z.int(),
  /** Set while the run waits in the store for a person's answer: nobody works on it. */
  parked: z.boolean().optional(),
});

/** An occurrence that is over. */
const pastSchema = occurrenceSchema.extend({
  run: z.string(),
  status: z.enum(["done", "failed", "cancelled"]),
  startedAt: z.int(),
  endedAt: z.int(),
});

/** Something to be done later, with all that is known of how far it is. */
export const scheduleSchema = z.object({
  id: z.string(),
  /** The run it was made in; empty when a person made it at a door. */
  runId: z.string(),
  user: z.string(),
  /** Where the results are told. */
  conversation: z.string(),
  door: z.string(),
  title: z.string(),
  kind: z.enum(TASK_KINDS),
  /** What to do, as a message to the agent; for a reminder, what to say. */
  task: z.string(),
  when: whenSchema,
  missed: z.enum(MISSED_POLICIES),
  unattended: z.enum(UNATTENDED_RULES),
  /** Where untrusted content came from that had entered the run it was made in. */
  untrusted: z.array(z.string()),
  status: z.enum(SCHEDULE_STATUSES),
  createdAt: z.int(),
  updatedAt: z.int(),
  /** The next time that has not been looked at yet; absent when there is none. */
  nextAt: z.int().optional(),
  /** What is due and has not begun. */
  waiting: z.array(occurrenceSchema),
  current: currentSchema.optional(),
  /** The latest occurrences that are over, oldest first. */
  past: z.array(pastSchema),
  /** How often it ran, how often that failed, and how many times were left out. */
  runs: z.int(),
  failures: z.int(),
  skipped: z.int(),
});

export type When = z.infer<typeof whenSchema>;
export type Occurrence = z.infer<typeof occurrenceSchema>;
export type Current = z.infer<typeof currentSchema>;
export type Past = z.infer<typeof pastSchema>;
export type Schedule = z.infer<typeof scheduleSchema>;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];
