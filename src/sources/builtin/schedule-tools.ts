import { z } from "zod";
import type { FindRunOwner } from "../../contract/run-owner.ts";
import {
  MISSED_POLICIES,
  SCHEDULE_STATUSES,
  TASK_KINDS,
  UNATTENDED_RULES,
} from "../../contract/schedule-words.ts";
import type { Tool } from "../../contract/tool.ts";
import type { Schedules } from "../../schedule/schedules.ts";
import { defineTool } from "../../tool/define-tool.ts";

/** The fields that say when, of which a call gives one. */
const whenFields = {
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

const kindField = z
  .enum(TASK_KINDS)
  .describe("task: the agent does it then; reminder: the words are said as they are");

const missedField = z
  .enum(MISSED_POLICIES)
  .describe("Times that passed while nothing ran: left out, made up for once, or each of them");

const unattendedField = z
  .enum(UNATTENDED_RULES)
  .describe("A call that a person would be asked about then: refused, or parked until somebody answers");

const idField = z.string().min(1).max(100).describe("The id, as list_scheduled_tasks gives it");

/** The tools of the schedule family. */
export function scheduleTools(sources: ScheduleToolSources): Tool[] {
  return [
    createScheduleTask(sources),
    createListScheduledTasks(sources),
    createUpdateScheduledTask(sources),
    createCancelScheduledTask(sources),
    createTriggerScheduledTask(sources),
  ];
}

/** What the tools of the schedule work with; the runtime hands it over. */
export interface ScheduleToolSources {
  schedules(): Promise<Schedules>;
  readonly ownerOf: FindRunOwner;
}

/** Plans something for later: once, again and again, or by a cron expression. */
function createScheduleTask({ schedules, ownerOf }: ScheduleToolSources): Tool {
  return defineTool({
    name: "schedule_task",
    aliases: ["set_reminder"],
    summary: "Plan a task or a reminder for later: once, at intervals, or by cron",
    description: `Returns the planned task with its id and its next time. Give exactly one of \`at\`, \`in\`, \`every\` and \`cron\`. The result is told in this
conversation. A task is run without anybody to ask: write into \`task\` all that is needed to do it then. For a mere reminder take kind "reminder", and as
\`task\` the words to say.
Examples: {"task": "Take a break", "kind": "reminder", "in": "10m"}, {"task": "Sum up the news on batteries", "cron": "0 9 * * *"}`,
    category: "schedule",
    risk: "low",
    flow: { keeps: "beyond the run" },
    input: () =>
      z.object({
        task: z.string().trim().min(1).max(10_000).describe("What to do then, or the words to say"),
        kind: kindField.default("task"),
        title: z.string().trim().max(120).optional().describe("A few words for the list"),
        ...whenFields,
        missed: missedField.optional(),
        unattended: unattendedField.optional(),
      }),
    async run(intent, { runId }) {
      const { showSchedule } = await import("../../schedule/show-schedule.ts");
      const { user, conversation, door, untrusted } = await ownerOf(runId);
      const owner = { user, conversation, door, untrusted, runId };
      return showSchedule(await (await schedules()).add(owner, intent));
    },
  });
}

/** Lists what the user has planned. */
function createListScheduledTasks({ schedules, ownerOf }: ScheduleToolSources): Tool {
  return defineTool({
    name: "list_scheduled_tasks",
    summary: "List the user's planned tasks and reminders, and how they went",
    description: `Returns {tasks: [{id, title, kind, task, when, status, next, last, runs, failures, skipped}]}, newest first.`,
    category: "schedule",
    risk: "low",
    input: () =>
      z.object({
        status: z.enum(SCHEDULE_STATUSES).optional().describe("Only those that are so; all when left out"),
        limit: z.int().min(1).max(100).default(20).describe("How many"),
      }),
    async run({ status, limit }, { runId, mark }) {
      const { showSchedule } = await import("../../schedule/show-schedule.ts");
      const { user } = await ownerOf(runId);
      const found = await (await schedules()).list(user, { limit, status });
      mark(found.flatMap(({ untrusted }) => untrusted));
      return { tasks: found.map(showSchedule) };
    },
  });
}

/** Changes what the user has planned, pauses it, or lets it go on. */
function createUpdateScheduledTask({ schedules, ownerOf }: ScheduleToolSources): Tool {
  return defineTool({
    name: "update_scheduled_task",
    summary: "Change a planned task: what, when, paused or active again",
    description: `Changes only what is given, and returns the task. Of \`at\`, \`in\`, \`every\` and \`cron\` at most one.`,
    category: "schedule",
    risk: "low",
    flow: { keeps: "beyond the run" },
    input: () =>
      z.object({
        id: idField,
        task: z
          .string()
          .trim()
          .min(1)
          .max(10_000)
          .optional()
          .describe("What to do then, or the words to say"),
        kind: kindField.optional(),
        title: z.string().trim().min(1).max(120).optional(),
        ...whenFields,
        missed: missedField.optional(),
        unattended: unattendedField.optional(),
        status: z
          .enum(["active", "paused"])
          .optional()
          .describe("paused: it does not come due until it is active again"),
      }),
    async run({ id, ...changes }, { runId, mark }) {
      const { showSchedule } = await import("../../schedule/show-schedule.ts");
      const { user, untrusted } = await ownerOf(runId);
      const schedule = await (await schedules()).update(user, id, changes, untrusted);
      mark(schedule.untrusted);
      return showSchedule(schedule);
    },
  });
}

/** Takes back what the user has planned. */
function createCancelScheduledTask({ schedules, ownerOf }: ScheduleToolSources): Tool {
  return defineTool({
    name: "cancel_scheduled_task",
    summary: "Take back a planned task or reminder for good, by its id",
    description: "It does not come due any more; what runs of it is stopped. Returns the task.",
    category: "schedule",
    risk: "low",
    flow: { keeps: "beyond the run" },
    input: () => z.object({ id: idField }),
    async run({ id }, { runId, mark }) {
      const { showSchedule } = await import("../../schedule/show-schedule.ts");
      const { user } = await ownerOf(runId);
      const schedule = await (await schedules()).cancel(user, id);
      mark(schedule.untrusted);
      return showSchedule(schedule);
    },
  });
}

/** Lets a planned task run once now. */
function createTriggerScheduledTask({ schedules, ownerOf }: ScheduleToolSources): Tool {
  return defineTool({
    name: "trigger_scheduled_task",
    summary: "Let a planned task run once now, beside its own times",
    description: `It runs as soon as a worker is free, in \`dejima serve\`, \`chat\` or \`schedule run\`, and its result is told in its conversation. Its own times stay.`,
    category: "schedule",
    risk: "low",
    flow: { keeps: "beyond the run" },
    input: () => z.object({ id: idField }),
    async run({ id }, { runId, mark }) {
      const { showSchedule } = await import("../../schedule/show-schedule.ts");
      const { user } = await ownerOf(runId);
      const schedule = await (await schedules()).trigger(user, id);
      mark(schedule.untrusted);
      return showSchedule(schedule);
    },
  });
}
