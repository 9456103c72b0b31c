import { DejimaError } from "../../../contract/error.ts";
import type { Schedule } from "../../../contract/schedule.ts";
import { MISSED_POLICIES } from "../../../contract/schedule-words.ts";
import type { RunCommand } from "../command.ts";
import { describeSchedule } from "../describe-schedule.ts";
import { userFrom } from "../memory-options.ts";

/** `dejima schedule add TASK` */
export const run: RunCommand = async ({ runtime, output }, given) => {
  const { at, in: span, every, cron, timezone, title, missed, conversation, reminder, park } = given.options;
  const intent = {
    task: given.arguments.join(" "),
    title: text(title),
    at: text(at),
    in: text(span),
    every: text(every),
    cron: text(cron),
    timezone: text(timezone),
    missed: missedFrom(missed),
    kind: reminder === true ? ("reminder" as const) : ("task" as const),
    unattended: park === true ? ("park" as const) : undefined,
  };
  const owner = { user: userFrom(given), conversation: text(conversation) };
  const schedule = await (await runtime()).schedules.add(owner, intent);
  output.data(schedule, () => describeSchedule(schedule, output));
  return 0;
};

function text(given: unknown): string | undefined {
  return typeof given === "string" ? given : undefined;
}

function missedFrom(given: unknown): Schedule["missed"] | undefined {
  if (given === undefined) return undefined;
  const policy = MISSED_POLICIES.find((known) => known === given);
  if (policy !== undefined) return policy;
  throw new DejimaError(
    "invalid_input",
    `Cannot use --missed "${given}": there are ${MISSED_POLICIES.join(", ")}`,
  );
}
