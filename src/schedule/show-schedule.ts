import { describeWhen } from "../contract/describe-when.ts";
import type { Schedule } from "../contract/schedule.ts";

/** A schedule as models and people are shown it. */
export function showSchedule(schedule: Schedule) {
  const { id, title, kind, task, when, status, nextAt, current, past, runs, failures, skipped } = schedule;
  const last = past.at(-1);
  return {
    id,
    title,
    kind,
    task,
    when: describeWhen(when),
    status,
    ...(nextAt === undefined ? {} : { next: new Date(nextAt).toISOString() }),
    ...(current === undefined ? {} : { running: { run: current.run, parked: current.parked === true } }),
    ...(last === undefined
      ? {}
      : { last: { at: new Date(last.endedAt).toISOString(), status: last.status, run: last.run } }),
    runs,
    failures,
    skipped,
  };
}
