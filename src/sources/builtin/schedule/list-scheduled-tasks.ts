import { z } from "zod";
import { SCHEDULE_STATUSES } from "../../../contract/schedule-words.ts";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import type { ScheduleToolSources } from "./schedule-sources.ts";

/** Lists what the user has planned. */
export function createListScheduledTasks({ schedules, ownerOf }: ScheduleToolSources): Tool {
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
      const { showSchedule } = await import("../../../schedule/show-schedule.ts");
      const { user } = await ownerOf(runId);
      const found = await (await schedules()).list(user, { limit, status });
      mark(found.flatMap(({ untrusted }) => untrusted));
      return { tasks: found.map(showSchedule) };
    },
  });
}
