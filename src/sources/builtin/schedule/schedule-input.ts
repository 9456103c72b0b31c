import { z } from "zod";
import { MISSED_POLICIES, TASK_KINDS, UNATTENDED_RULES } from "../../../contract/schedule-words.ts";

/** The fields that say when, of which a call gives one. */
export const whenFields = {
  at: z
    .string()
    .max(64)
    .optional()
    .describe(
      'Once, at this time: "2026-11-16T09:00" (in `timezone`), with an offset, or "09:00" for the next',
    ),
  in: z.string().max(64).optional().describe('Once, after this time: "10m", "1h 30m", "2 days"'),
  every: z.string().max(64).optional().describe('Again and again after this time: "30m", "1 day"'),
  cron: z
    .string()
    .max(200)
    .optional()
    .describe('By a cron expression, minute hour day month weekday: "0 9 * * 1-5"'),
  timezone: z
    .string()
    .max(64)
    .optional()
    .describe('IANA name such as "Asia/Shanghai"; that of the user\'s profile or the machine when left out'),
};

export const kindField = z
  .enum(TASK_KINDS)
  .describe("task: the agent does it then; reminder: the words are said as they are");

export const missedField = z
  .enum(MISSED_POLICIES)
  .describe("Times that passed while nothing ran: left out, made up for once, or each of them");

export const unattendedField = z
  .enum(UNATTENDED_RULES)
  .describe("A call that a person would be asked about then: refused, or parked until somebody answers");

export const idField = z.string().min(1).max(100).describe("The id, as list_scheduled_tasks gives it");
