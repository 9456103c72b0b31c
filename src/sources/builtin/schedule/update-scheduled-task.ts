import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { idField, kindField, missedField, unattendedField, whenFields } from "./schedule-input.ts";
import type { ScheduleToolSources } from "./schedule-sources.ts";

/** Changes what the user has planned, pauses it, or lets it go on. */
export function createUpdateScheduledTask({ schedules, ownerOf }: ScheduleToolSources): Tool {
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
      const { showSchedule } = await import("../../../schedule/show-schedule.ts");
      const { user, untrusted } = await ownerOf(runId);
      const schedule = await (await schedules()).update(user, id, changes, untrusted);
      mark(schedule.untrusted);
      return showSchedule(schedule);
    },
  });
}
