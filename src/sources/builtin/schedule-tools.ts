import { z } from "zod";
import type { FindRunOwner } from "../../contract/run.ts";
import type { Tool, ToolContext } from "../../contract/tool.ts";
import {
  MISSED_POLICIES,
  SCHEDULE_STATUSES,
  type Schedule,
  TASK_KINDS,
  UNATTENDED_RULES,
} from "../../contract/user/schedule.ts";
import type { Schedules } from "../../schedule/schedules.ts";
import { defineTool } from "../../tool/define-tool.ts";

/** What the schedule tools work with. */
export interface ScheduleToolSources {
  schedules(): Promise<Schedules>;
  readonly ownerOf: FindRunOwner;
}

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

/** The due time decides nothing by itself; the task does, and somebody wrote it. */
const ROLES = {
  task: "content",
  title: "content",
  at: "inert",
  in: "inert",
  every: "inert",
  cron: "inert",
} as const;

/** Schedules a task: once, at intervals, or by a cron expression. */
function createScheduleTask({ schedules, ownerOf }: ScheduleToolSources): Tool {
  return defineTool({
    name: "schedule_task",
    aliases: ["set_reminder"],
    summary: "Plan a task or a reminder for later: once, at intervals, or by cron",
    description: `Returns the scheduled task with its id and its next time. Give exactly one of \`at\`, \`in\`, \`every\` and \`cron\`. The result is posted in this
conversation. Nobody can be asked while a task runs: write into \`task\` everything that is needed to do it. For a plain reminder use kind "reminder", and put
the words to say into \`task\`.
Examples: {"task": "Take a break", "kind": "reminder", "in": "10m"}, {"task": "Sum up the news on batteries", "cron": "0 9 * * *"}`,
    category: "schedule",
    risk: "low",
    flow: { keeps: "beyond the run" },
    roles: ROLES,
    input: () =>
      z.object({
        task: z.string().trim().min(1).max(10_000).describe("What to do then, or the words to say"),
        kind: kindField.default("task"),
        title: z.string().trim().max(120).optional().describe("A few words for the list"),
        ...whenFields,
        missed: missedField.optional(),
        unattended: unattendedField.optional(),
      }),
    question: async ({ task, title = task, ...when }) => ({
      en: `Schedule "${title}" ${whenText(when, "en")}?`,
      zh: `安排“${title}”（${whenText(when, "zh")}）？`,
    }),
    consequence: {
      en: "It runs by itself at that time; it can be cancelled before.",
      zh: "到时会自动执行，之前可以取消。",
    },
    async run(intent, { runId, inputSources: untrusted }) {
      const { showSchedule } = await import("../../schedule/show-schedule.ts");
      const { user, conversation, door } = await ownerOf(runId);
      const owner = { user, conversation, door, untrusted, runId };
      const all = await schedules();
      return showSchedule(await all.add(owner, intent), await all.timezoneOf(user));
    },
  });
}

/** Lists the scheduled tasks of the user. */
function createListScheduledTasks({ schedules, ownerOf }: ScheduleToolSources): Tool {
  return defineTool({
    name: "list_scheduled_tasks",
    summary: "List the user's planned tasks and reminders, and how they went",
    description: `Returns {tasks: [{id, title, kind, task, when, status, next, last, runs, failures, skipped}]}, newest first.`,
    category: "schedule",
    risk: "low",
    returns:
      "{ tasks: { id: string; title: string; task: string; when: string; status: string; next?: string }[] }",
    input: () =>
      z.object({
        status: z.enum(SCHEDULE_STATUSES).optional().describe("Only tasks with this status. Default: all"),
        limit: z.int().min(1).max(100).default(20).describe("How many"),
      }),
    async run({ status, limit }, { runId, mark }) {
      const { showSchedule } = await import("../../schedule/show-schedule.ts");
      const { user } = await ownerOf(runId);
      const all = await schedules();
      const found = await all.list(user, { limit, status });
      for (const { untrusted, task } of found) mark(untrusted, { through: "a scheduled task", values: task });
      const timezone = await all.timezoneOf(user);
      return { tasks: found.map((schedule) => showSchedule(schedule, timezone)) };
    },
  });
}

/** Changes, pauses or resumes a scheduled task. */
function createUpdateScheduledTask({ schedules, ownerOf }: ScheduleToolSources): Tool {
  return defineTool({
    name: "update_scheduled_task",
    summary: "Change a planned task: what, when, paused or active again",
    description: `Changes only the passed fields, and returns the task. Of \`at\`, \`in\`, \`every\` and \`cron\` at most one.`,
    category: "schedule",
    risk: "low",
    flow: { keeps: "beyond the run" },
    roles: ROLES,
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
          .describe("paused: it does not run until it is active again"),
      }),
    question: async ({ id, status, task, title, ...when }) => {
      const changes = (language: "en" | "zh") =>
        [status && STATUS_WORDS[status][language], title, task, whenText(when, language)]
          .filter(Boolean)
          .join(", ");
      return {
        en: `Change the scheduled task ${id}: ${changes("en")}?`,
        zh: `修改计划任务 ${id}：${changes("zh")}？`,
      };
    },
    consequence: {
      en: "Changes when it runs or what it does; it can be changed again.",
      zh: "会改动它的时间或内容，之后可以再改。",
    },
    async run({ id, ...changes }, { runId, mark, inputSources: untrusted }) {
      const { user } = await ownerOf(runId);
      const all = await schedules();
      return shown(await all.update(user, id, changes, untrusted), {
        mark,
        timezone: await all.timezoneOf(user),
      });
    },
  });
}

/** Cancels a scheduled task. */
function createCancelScheduledTask({ schedules, ownerOf }: ScheduleToolSources): Tool {
  return defineTool({
    name: "cancel_scheduled_task",
    summary: "Cancel a planned task or reminder for good, by its id",
    description: "Cancels the task permanently and stops its current run. Returns the task.",
    category: "schedule",
    risk: "low",
    flow: { keeps: "beyond the run" },
    input: () => z.object({ id: idField }),
    question: async ({ id }) => ({ en: `Cancel the scheduled task ${id}?`, zh: `取消计划任务 ${id}？` }),
    consequence: { en: "It never runs again.", zh: "以后不再执行。" },
    async run({ id }, { runId, mark }) {
      const { user } = await ownerOf(runId);
      const all = await schedules();
      return shown(await all.cancel(user, id), { mark, timezone: await all.timezoneOf(user) });
    },
  });
}

/** Runs a scheduled task once now. */
function createTriggerScheduledTask({ schedules, ownerOf }: ScheduleToolSources): Tool {
  return defineTool({
    name: "trigger_scheduled_task",
    summary: "Run a planned task once now, besides its own times",
    description: `It runs as soon as a worker is free, in \`dejima serve\`, \`chat\` or \`schedule run\`, and posts its result in its conversation. Its own times stay the same.`,
    category: "schedule",
    risk: "low",
    flow: { keeps: "beyond the run" },
    input: () => z.object({ id: idField }),
    question: async ({ id }) => ({
      en: `Run the scheduled task ${id} once now?`,
      zh: `现在执行一次计划任务 ${id}？`,
    }),
    consequence: {
      en: "It runs once besides its own times; its calls are judged like any others.",
      zh: "会额外执行一次，其中的调用照常审查。",
    },
    async run({ id }, { runId, mark }) {
      const { user } = await ownerOf(runId);
      const all = await schedules();
      return shown(await all.trigger(user, id), { mark, timezone: await all.timezoneOf(user) });
    },
  });
}

/** The fields that say when a task runs; a call gives one of them. */
const whenFields = {
  at: z
    .string()
    .max(64)
    .optional()
    .describe(
      'Once, at this time: "2026-11-16T09:00" (in `timezone`), with an offset, or "09:00" for the next one',
    ),
  in: z.string().max(64).optional().describe('Once, after this time: "10m", "1h 30m", "2 days"'),
  every: z.string().max(64).optional().describe('Repeatedly, after this time: "30m", "1 day"'),
  cron: z
    .string()
    .max(200)
    .optional()
    .describe('By a cron expression, minute hour day month weekday: "0 9 * * 1-5"'),
  timezone: z
    .string()
    .max(64)
    .optional()
    .describe("IANA name such as \"Asia/Shanghai\"; default: from the user's profile, else the machine's"),
};

const STATUS_WORDS = {
  active: { en: "active again", zh: "恢复" },
  paused: { en: "paused", zh: "暂停" },
} as const;

interface When {
  readonly at?: string | undefined;
  readonly in?: string | undefined;
  readonly every?: string | undefined;
  readonly cron?: string | undefined;
}

/** When a task runs, in the words of the call. */
function whenText({ at, in: after, every, cron }: When, language: "en" | "zh"): string {
  const isEnglish = language === "en";
  if (at !== undefined) return isEnglish ? `at ${at}` : at;
  if (after !== undefined) return isEnglish ? `in ${after}` : `${after} 后`;
  if (every !== undefined) return isEnglish ? `every ${every}` : `每 ${every}`;
  return cron === undefined ? "" : isEnglish ? `by the cron times ${cron}` : `按 cron 时间 ${cron}`;
}

const kindField = z
  .enum(TASK_KINDS)
  .describe("task: the agent does it at that time; reminder: the text is sent as it is");

const missedField = z
  .enum(MISSED_POLICIES)
  .describe(
    "What to do about times that passed while Dejima was not running: skip them, run once, or run each of them",
  );

const unattendedField = z
  .enum(UNATTENDED_RULES)
  .describe(
    "What to do with a call that needs approval while the task runs: refuse it, or park the run until somebody answers",
  );

const idField = z.string().min(1).max(100).describe("The id, as list_scheduled_tasks gives it");

async function shown(
  schedule: Schedule,
  { mark, timezone }: Pick<ToolContext, "mark"> & { readonly timezone: string },
) {
  const { showSchedule } = await import("../../schedule/show-schedule.ts");
  mark(schedule.untrusted, { through: "a scheduled task", values: schedule.task });
  return showSchedule(schedule, timezone);
}
