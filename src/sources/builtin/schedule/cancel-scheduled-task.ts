import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { idField } from "./schedule-input.ts";
import type { ScheduleToolSources } from "./schedule-sources.ts";

/** Takes back what the user has planned. */
export function createCancelScheduledTask({ schedules, ownerOf }: ScheduleToolSources): Tool {
  return defineTool({
    name: "cancel_scheduled_task",
    summary: "Take back a planned task or reminder for good, by its id",
    description: "It does not come due any more; what runs of it is stopped. Returns the task.",
    category: "schedule",
    risk: "low",
    flow: { keeps: "beyond the run" },
    input: () => z.object({ id: idField }),
    async run({ id }, { runId, mark }) {
      const { showSchedule } = await import("../../../schedule/show-schedule.ts");
      const { user } = await ownerOf(runId);
      const schedule = await (await schedules()).cancel(user, id);
      mark(schedule.untrusted);
      return showSchedule(schedule);
    },
  });
}
