import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { idField } from "./schedule-input.ts";
import type { ScheduleToolSources } from "./schedule-sources.ts";

/** Lets a planned task run once now. */
export function createTriggerScheduledTask({ schedules, ownerOf }: ScheduleToolSources): Tool {
  return defineTool({
    name: "trigger_scheduled_task",
    summary: "Let a planned task run once now, beside its own times",
    description: `It runs as soon as a worker is free, in \`dejima serve\`, \`chat\` or \`schedule run\`, and its result is told in its conversation. Its own times stay.`,
    category: "schedule",
    risk: "low",
    flow: { keeps: "beyond the run" },
    input: () => z.object({ id: idField }),
    async run({ id }, { runId, mark }) {
      const { showSchedule } = await import("../../../schedule/show-schedule.ts");
      const { user } = await ownerOf(runId);
      const schedule = await (await schedules()).trigger(user, id);
      mark(schedule.untrusted);
      return showSchedule(schedule);
    },
  });
}
