import type { RunCommand } from "../command.ts";
import { describeSchedule } from "../describe-schedule.ts";
import { userFrom } from "../memory-options.ts";

/** `dejima schedule show ID` */
export const run: RunCommand = async ({ runtime, output }, given) => {
  const [id = ""] = given.arguments;
  const { schedules } = await runtime();
  const schedule = await schedules.get(userFrom(given), id);
  output.data(schedule, () => describeSchedule(schedule, output));
  return 0;
};
