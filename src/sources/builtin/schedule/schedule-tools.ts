import type { Tool } from "../../../contract/tool.ts";
import { createCancelScheduledTask } from "./cancel-scheduled-task.ts";
import { createListScheduledTasks } from "./list-scheduled-tasks.ts";
import type { ScheduleToolSources } from "./schedule-sources.ts";
import { createScheduleTask } from "./schedule-task.ts";
import { createTriggerScheduledTask } from "./trigger-scheduled-task.ts";
import { createUpdateScheduledTask } from "./update-scheduled-task.ts";

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
