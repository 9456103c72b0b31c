import type { RunCommand } from "../command.ts";
import { describeSchedule } from "../describe-schedule.ts";
import { userFrom } from "../memory-options.ts";

/** `dejima schedule pause ID, or --resume` */
export const run: RunCommand = async ({ runtime, output }, given) => {
  const [id = ""] = given.arguments;
  const { schedules } = await runtime();
  const schedule = await schedules.update(userFrom(given), id, {
    status: given.options.resume === true ? "active" : "paused",
  });
  output.data(schedule, () => describeSchedule(schedule, output));
  return 0;
};
