import { describeWhen } from "../../contract/describe-when.ts";
import type { Schedule } from "../../contract/schedule.ts";
import type { Output } from "./output.ts";

/** A schedule as a row of a table. */
export function scheduleRow({ id, status, when, nextAt, title }: Schedule, output: Output): string[] {
  return [id, status, describeWhen(when), nextAt === undefined ? "" : time(nextAt), output.shown(title)];
}

/** A schedule in full, with its latest runs. */
export function describeSchedule(schedule: Schedule, output: Output): string {
  const { id, title, kind, task, when, status, nextAt, missed, unattended, conversation, past, untrusted } =
    schedule;
  const { runs, failures, skipped } = schedule;
  return [
    output.style("bold", `${id}: ${output.shown(title)}`),
    output.table([
      ["status", status],
      [kind, output.shown(task.replaceAll(/\s+/g, " "))],
      ["when", describeWhen(when)],
      ...(nextAt === undefined ? [] : [["next", time(nextAt)]]),
      ["missed", missed],
      ["unattended", unattended],
      ["conversation", conversation],
      ...(untrusted.length === 0 ? [] : [["planned after reading", output.shown(untrusted.join("; "))]]),
      ["runs", `${runs}, ${failures} failed, ${skipped} left out`],
      ...past.map(({ due, status: ended, run }) => [time(due), `${ended} as ${run}`]),
    ]),
  ].join("\n");
}

function time(at: number): string {
  return new Date(at).toISOString().replace(".000", "");
}
