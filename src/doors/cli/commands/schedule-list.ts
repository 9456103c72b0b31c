import { DejimaError } from "../../../contract/error.ts";
import type { ScheduleStatus } from "../../../contract/schedule.ts";
import { SCHEDULE_STATUSES } from "../../../contract/schedule-words.ts";
import type { RunCommand } from "../command.ts";
import { scheduleRow } from "../describe-schedule.ts";
import { userFrom } from "../memory-options.ts";
import { wholeNumber } from "../whole-number.ts";

/** `dejima schedule list` */
export const run: RunCommand = async ({ runtime, output }, given) => {
  const page = {
    limit: wholeNumber("limit", given.options.limit, 50),
    status: statusFrom(given.options.status),
  };
  const found = await (await runtime()).schedules.list(userFrom(given), page);
  output.data(found, () =>
    found.length === 0
      ? "Nothing is planned. `dejima schedule add` or the agent's schedule_task plans something."
      : output.table([
          ["ID", "STATUS", "WHEN", "NEXT", "WHAT"].map((head) => output.style("bold", head)),
          ...found.map((schedule) => scheduleRow(schedule, output)),
        ]),
  );
  return 0;
};

function statusFrom(given: unknown): ScheduleStatus | undefined {
  if (given === undefined) return undefined;
  const status = SCHEDULE_STATUSES.find((known) => known === given);
  if (status !== undefined) return status;
  throw new DejimaError(
    "invalid_input",
    `Cannot list tasks that are "${given}": there are ${SCHEDULE_STATUSES.join(", ")}`,
  );
}
