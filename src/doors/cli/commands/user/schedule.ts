import { z } from "zod";
import type { Run } from "../../../../contract/run.ts";
import { MISSED_POLICIES, SCHEDULE_STATUSES, type Schedule } from "../../../../contract/user/schedule.ts";
import { describeWhen } from "../../../../contract/words/describe-when.ts";
import { localTime } from "../../../../contract/words/local-time.ts";
import { defineCommand } from "../../define-command.ts";
import type { Output } from "../../describe/output.ts";
import { count, flag, oneOf, USER, value } from "../../input/fields.ts";

const scheduleAdd = defineCommand({
  path: ["schedule", "add"],
  group: "Schedule tasks and reminders",
  summary: "Schedule a task for the agent, or a reminder",
  input: z.object({
    task: z.array(z.string()),
    at: value("time", "once: 2026-11-16T09:00, the same with an offset, or 09:00"),
    in: value("span", "once, after this time: 10m, 1h 30m, 2 days"),
    every: value("span", "again and again: 30m, 1 day"),
    cron: value("expression", "minute hour day month weekday: 0 9 * * 1-5"),
    timezone: value("zone", "IANA name (default: from your profile or the machine)"),
    reminder: flag("deliver the text word for word, without the agent"),
    title: value("text", "a few words for the list"),
    missed: oneOf(MISSED_POLICIES, "policy", "skip, once or all: what to do about missed times"),
    park: flag("let calls that would ask wait for an answer instead of refusing them"),
    conversation: value("id", "tell the results in this conversation"),
    user: USER,
  }),
  arguments: ["task"],
  examples: [
    'dejima schedule add "Take a break" --reminder --in 10m',
    'dejima schedule add "Sum up the news on batteries" --cron "0 9 * * 1-5" --timezone Asia/Shanghai',
  ],
  async run({ runtime, output }, { task, reminder, park, conversation, user, ...when }) {
    const intent = {
      ...when,
      task: task.join(" "),
      kind: reminder ? ("reminder" as const) : ("task" as const),
      unattended: park ? ("park" as const) : undefined,
    };
    const owner = { user, conversation };
    const schedule = await (await runtime()).schedules.add(owner, intent);
    const { say } = output;
    output.data(schedule, () =>
      [
        reminder
          ? say`Reminder set: ${output.shown(schedule.title)}`
          : say`Scheduled: ${output.shown(schedule.title)}`,
        output.table([
          [say("when"), describeWhen(schedule.when, say)],
          ...(schedule.nextAt === undefined ? [] : [[say("next"), localTime(schedule.nextAt)]]),
        ]),
      ].join("\n"),
    );
    output.note(
      say`It comes while \`dejima\`, \`dejima serve\` or \`dejima schedule run\` is open in this folder. To delete it: dejima schedule cancel ${schedule.id}`,
    );
    return 0;
  },
});

const scheduleList = defineCommand({
  path: ["schedule", "list"],
  summary: "List scheduled tasks and reminders, newest first",
  input: z.object({
    status: oneOf(SCHEDULE_STATUSES, "status", "active, paused, done or cancelled"),
    limit: count(50, "how many (50)"),
    user: USER,
  }),
  examples: ["dejima schedule list", "dejima schedule list --status active --json"],
  async run({ runtime, output }, { user, ...page }) {
    const { schedules, store } = await runtime();
    const found = await schedules.list(user, page);
    const later = await laterStatuses(found, store);
    output.data(found, () =>
      found.length === 0
        ? output.say(
            "Nothing is planned. `dejima schedule add` or the agent's schedule_task plans something.",
          )
        : output.table([
            output.headings("ID", "STATUS", "WHEN", "NEXT", "WHAT"),
            ...found.map((schedule) => scheduleRow(schedule, output, later)),
          ]),
    );
    return 0;
  },
});

const scheduleShow = defineCommand({
  path: ["schedule", "show"],
  summary: "Show a scheduled task with its latest runs",
  input: z.object({
    id: z.string(),
    user: USER,
  }),
  arguments: ["id"],
  examples: ["dejima schedule show s-3f9a1c2b"],
  async run({ runtime, output }, { id, user }) {
    const { schedules, store } = await runtime();
    const schedule = await schedules.get(user, id);
    const later = await laterStatuses([schedule], store);
    output.data(schedule, () => describeSchedule(schedule, output, later));
    return 0;
  },
});

const schedulePause = defineCommand({
  path: ["schedule", "pause"],
  summary: "Pause a scheduled task",
  input: z.object({
    id: z.string(),
    resume: flag("resume it"),
    user: USER,
  }),
  arguments: ["id"],
  examples: ["dejima schedule pause s-3f9a1c2b", "dejima schedule pause s-3f9a1c2b --resume"],
  async run({ runtime, output }, { id, resume, user }) {
    const { schedules } = await runtime();
    const schedule = await schedules.update(user, id, { status: resume ? "active" : "paused" });
    output.data(schedule, () => describeSchedule(schedule, output));
    return 0;
  },
});

const scheduleCancel = defineCommand({
  path: ["schedule", "cancel"],
  summary: "Delete a scheduled task",
  input: z.object({
    id: z.string(),
    user: USER,
  }),
  arguments: ["id"],
  examples: ["dejima schedule cancel s-3f9a1c2b"],
  async run({ runtime, output }, { id, user }) {
    const schedule = await (await runtime()).schedules.cancel(user, id);
    output.data(schedule, () => describeSchedule(schedule, output));
    return 0;
  },
});

const scheduleTrigger = defineCommand({
  path: ["schedule", "trigger"],
  summary: "Run a scheduled task now and show the result",
  input: z.object({
    id: z.string(),
    run: z.boolean().default(true).describe("leave it to `dejima serve` or `schedule run`"),
    user: USER,
  }),
  arguments: ["id"],
  examples: ["dejima schedule trigger s-3f9a1c2b"],
  async run({ runtime, output }, { id, run, user }) {
    const harbour = await runtime();
    const { schedules } = harbour;
    await schedules.trigger(user, id);
    if (run) {
      const { scheduler } = harbour;
      await scheduler.tick(id);
      await scheduler.idle();
    }
    const schedule = await schedules.get(user, id);
    const last = schedule.past.at(-1);
    const turn = last && (await harbour.store.conversations.turn(last.run));
    output.data({ ...schedule, ...(turn === undefined ? {} : { answer: turn.answer }) }, () =>
      [
        describeSchedule(schedule, output),
        ...(turn === undefined ? [] : ["", output.shown(turn.answer)]),
      ].join("\n"),
    );
    return 0;
  },
});

const scheduleRun = defineCommand({
  path: ["schedule", "run"],
  summary: "Run due tasks until Ctrl-C; `dejima serve` and `chat` do the same",
  input: z.object({
    once: flag("run what is due now, then exit"),
  }),
  examples: ["dejima schedule run", "dejima schedule run --once"],
  async run({ runtime, output, signal }, options) {
    const harbour = await runtime();
    const { scheduler } = harbour;
    const stop = harbour.subscribe((event) => {
      if (event.type === "run-end")
        output.line(
          event,
          () => `${event.runId} ${output.say.value(event.status)}: ${output.shown(event.answer ?? "")}`,
        );
    });
    if (options.once) {
      await scheduler.tick();
      await scheduler.idle();
    } else {
      output.note(output.say("Running due tasks (Ctrl-C stops)"));
      await scheduler.run(signal);
    }
    stop();
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [
  scheduleAdd,
  scheduleList,
  scheduleShow,
  schedulePause,
  scheduleCancel,
  scheduleTrigger,
  scheduleRun,
];

/** A schedule as a row of a table. */
function scheduleRow(schedule: Schedule, output: Output, later: LaterStatuses): string[] {
  const { id, when, nextAt, title } = schedule;
  const { say } = output;
  const next = nextAt === undefined ? "" : localTime(nextAt);
  const status = say.value(statusOf(schedule, later));
  return [id, status, describeWhen(when, say), next, output.shown(title)];
}

type LaterStatuses = ReadonlyMap<string, "stopped" | "done">;

/** The present status of past runs that count as failed: a run at a budget has stopped, and is done after it was resumed. */
async function laterStatuses(
  schedules: readonly Schedule[],
  { runs }: { readonly runs: { get(id: string): Promise<Run | undefined> } },
): Promise<LaterStatuses> {
  const failed = schedules.flatMap(({ past }) => past.filter(({ status }) => status === "failed"));
  const found = await Promise.all(failed.map(({ run }) => runs.get(run)));
  const statuses = new Map<string, "stopped" | "done">();
  for (const run of found) {
    if (run?.status === "parked") statuses.set(run.id, "stopped");
    if (run?.status === "done") statuses.set(run.id, "done");
  }
  return statuses;
}

/** A task without further times is only done once its last run has ended. */
function statusOf({ status, past }: Schedule, later: LaterStatuses): string {
  return status === "done" && later.get(past.at(-1)?.run ?? "") === "stopped" ? "stopped" : status;
}

/** A schedule in full, with its latest runs. */
function describeSchedule(schedule: Schedule, output: Output, later: LaterStatuses = new Map()): string {
  const { id, title, kind, task, when, nextAt, missed, unattended, conversation, past, untrusted } = schedule;
  const { runs, failures, skipped } = schedule;
  const stopped = [...later.values()].filter((status) => status === "stopped").length;
  const { say } = output;
  const failed = failures - later.size;
  const counts = [
    `${runs}`,
    ...(failed === 0 ? [] : [say`${failed} failed`]),
    ...(stopped === 0 ? [] : [say`${stopped} stopped`]),
    ...(skipped === 0 ? [] : [say`${skipped} missed`]),
  ];
  const missedWords = { skip: say("skip them"), once: say("run once"), all: say("run each") };
  const askedWords = { deny: say("refuse"), park: say("wait for an answer") };
  return [
    output.style("bold", `${id}: ${output.shown(title)}`),
    output.table([
      [say("status"), say.value(statusOf(schedule, later))],
      [say.value(kind), output.shown(task.replaceAll(/\s+/g, " "))],
      [say("when"), describeWhen(when, say)],
      ...(nextAt === undefined ? [] : [[say("next"), localTime(nextAt)]]),
      [say("missed times"), missedWords[missed]],
      ...(kind === "reminder" ? [] : [[say("calls that need approval"), askedWords[unattended]]]),
      [say("conversation"), conversation],
      ...(untrusted.length === 0 ? [] : [[say("planned after reading"), output.shown(untrusted.join("; "))]]),
      [say("runs"), counts.join(", ")],
      ...past.map(({ due, status: ended, run }) => [
        localTime(due),
        later.get(run) === "stopped"
          ? say`stopped; \`dejima resume ${run}\` continues`
          : say`${say.value(later.get(run) ?? ended)}, run ${run}`,
      ]),
    ]),
  ].join("\n");
}
