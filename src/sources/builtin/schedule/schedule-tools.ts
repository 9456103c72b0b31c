import type { FindRunOwner } from "../../../contract/run-owner.ts";
import type { Tool } from "../../../contract/tool.ts";
import type { Schedules } from "../../../schedule/schedules.ts";
import { createCancelScheduledTask } from "./cancel-scheduled-task.ts";
import { createListScheduledTasks } from "./list-scheduled-tasks.ts";
import { createScheduleTask } from "./schedule-task.ts";
import { createTriggerScheduledTask } from "./trigger-scheduled-task.ts";
import { createUpdateScheduledTask } from "./update-scheduled-task.ts";

/** What the tools of the schedule work with; the runtime hands it over. */
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
