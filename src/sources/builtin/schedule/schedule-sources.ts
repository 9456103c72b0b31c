import type { FindRunOwner } from "../../../contract/run-owner.ts";
import type { Schedules } from "../../../schedule/schedules.ts";

/** What the tools of the schedule work with; the runtime hands it over. */
export interface ScheduleToolSources {
  schedules(): Promise<Schedules>;
  readonly ownerOf: FindRunOwner;
}
