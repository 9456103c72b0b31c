import type { Schedule } from "../contract/user/schedule.ts";
import { describeWhen } from "../contract/words/describe-when.ts";
import { zonedIso } from "../contract/words/local-time.ts";

/** A schedule as models and people see it, with times in the zone of its user. */
export function showSchedule(schedule: Schedule, timeZone: string) {
  const { id, title, kind, task, when, status, nextAt, current, past, runs, failures, skipped } = schedule;
  const last = past.at(-1);
  return {
    id,
    title,
    kind,
    task,
    when: describeWhen(when, { timeZone }),
    status,
    ...(nextAt === undefined ? {} : { next: zonedIso(nextAt, timeZone) }),
    ...(current === undefined ? {} : { running: { run: current.run, parked: current.parked === true } }),
    ...(last === undefined
      ? {}
      : { last: { at: zonedIso(last.endedAt, timeZone), status: last.status, run: last.run } }),
    runs,
    failures,
    skipped,
  };
}
