import type { RunCommand } from "../command.ts";
import { describeSchedule } from "../describe-schedule.ts";
import { userFrom } from "../memory-options.ts";

/** `dejima schedule trigger ID` */
export const run: RunCommand = async ({ runtime, output }, given) => {
  const [id = ""] = given.arguments;
  const user = userFrom(given);
  const harbour = await runtime();
  const { schedules } = harbour;
  await schedules.trigger(user, id);
  if (given.options.run !== false) {
    const { scheduler } = harbour;
    await scheduler.tick(id);
    await scheduler.idle();
  }
  const schedule = await schedules.get(user, id);
  const last = schedule.past.at(-1);
  const turn = last && (await harbour.store.conversations.turn(last.run));
  output.data({ ...schedule, ...(turn === undefined ? {} : { answer: turn.answer }) }, () =>
    [describeSchedule(schedule, output), ...(turn === undefined ? [] : ["", output.shown(turn.answer)])].join(
      "\n",
    ),
  );
  return 0;
};
