import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { kindField, missedField, unattendedField, whenFields } from "./schedule-input.ts";
import type { ScheduleToolSources } from "./schedule-sources.ts";

/** Plans something for later: once, again and again, or by a cron expression. */
export function createScheduleTask({ schedules, ownerOf }: ScheduleToolSources): Tool {
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
      const { showSchedule } = await import("../../../schedule/show-schedule.ts");
      const { user, conversation, door, untrusted } = await ownerOf(runId);
      const owner = { user, conversation, door, untrusted, runId };
      return showSchedule(await (await schedules()).add(owner, intent));
    },
  });
}
