import { DejimaError } from "../contract/error.ts";
import type { Schedule, ScheduleStatus } from "../contract/schedule.ts";
import type { Ledger } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { shortId } from "../support/lazy-crypto.ts";
import { nextDue } from "./due-times.ts";
import { readWhen, type WhenWords } from "./read-when.ts";

/** The owner of a schedule, and where its results are sent. */
interface ScheduleOwner {
  readonly user: string;
  readonly conversation?: string | undefined;
  readonly door?: string | undefined;
  /** The run it is made in. */
  readonly runId?: string | undefined;
  readonly untrusted?: readonly string[] | undefined;
}

type Choices = Pick<Schedule, "kind" | "missed" | "unattended">;

/** What is to be done, and when. What is left out is as the config says. */
interface NewSchedule extends WhenWords, Partial<{ [Key in keyof Choices]: Choices[Key] | undefined }> {
  readonly task: string;
  readonly title?: string | undefined;
}

/** What is to be different. Words that say when replace the old ones. */
interface ScheduleChanges extends Omit<NewSchedule, "task"> {
  readonly task?: string | undefined;
  readonly status?: "active" | "paused" | undefined;
}

interface SchedulePage {
  readonly limit: number;
  readonly status?: ScheduleStatus | undefined;
  readonly before?: string | undefined;
}

/** What users want to be done later. Nobody reaches what belongs to another. */
export interface Schedules {
  add(owner: ScheduleOwner, intent: NewSchedule): Promise<Schedule>;
  get(user: string, id: string): Promise<Schedule>;
  /** Newest first. */
  list(user: string, page: SchedulePage): Promise<Schedule[]>;
  update(
    user: string,
    id: string,
    changes: ScheduleChanges,
    untrusted?: readonly string[],
  ): Promise<Schedule>;
  /** For good: it does not come due any more, and what runs is stopped. */
  cancel(user: string, id: string): Promise<Schedule>;
  /** Lets it run once now, beside its times. */
  trigger(user: string, id: string): Promise<Schedule>;
  /** The zone that a user's times are shown in. */
  timezoneOf(user: string): Promise<string>;
}

interface SchedulesParts {
  ledger(): Promise<Ledger<Schedule>>;
  now(): number;
  /** Leaves secrets out of a text before it is kept. */
  redact(text: string): Promise<string>;
  /** The time zone that times are read in when none is named. */
  timezoneOf(user: string): Promise<string>;
  readonly defaults: Pick<Schedule, "missed" | "unattended">;
  /** The most that one user may have that are not over. */
  readonly limit: number;
}

const PAGE = 200;
const MOST_TITLE = 120;
const MOST_TASK = 10_000;

/** Opens the schedules of all users. */
export function createSchedules(parts: SchedulesParts): Schedules {
  const { ledger, now, redact, timezoneOf, defaults, limit } = parts;

  async function get(user: string, id: string): Promise<Schedule> {
    const held = await (await ledger()).get(id);
    if (held?.user === user) return held;
    throw new DejimaError(
      "not_found",
      `Cannot find scheduled task "${id.slice(0, 100)}": list_scheduled_tasks or \`dejima schedule list\` shows those there are`,
      { id },
    );
  }

  async function list(user: string, { limit: most, status, before }: SchedulePage): Promise<Schedule[]> {
    const found: Schedule[] = [];
    let seen = before;
    for (;;) {
      const page = await (await ledger()).list({
        limit: PAGE,
        ...defined({ status, before: seen }),
      });
      found.push(...page.filter((schedule) => schedule.user === user));
      seen = page.at(-1)?.id;
      if (found.length >= most || page.length < PAGE) return found.slice(0, most);
    }
  }

  /** A change by the user, which nothing of the work on it is touched by. */
  async function change(
    user: string,
    id: string,
    work: (held: Schedule, at: number) => Schedule,
  ): Promise<Schedule> {
    await get(user, id);
    const at = now();
    return (await ledger()).change(id, (held) => ({ ...work(held, at), updatedAt: at }));
  }

  return {
    timezoneOf,
    get,
    list,
    async add(owner, intent) {
      const at = now();
      const when = readWhen(intent, { now: at, timezone: await timezoneOf(owner.user) });
      const task = checkedTask(await redact(intent.task.trim()));
      const open = await Promise.all(
        (["active", "paused"] as const).map((status) => list(owner.user, { limit, status })),
      );
      if (open.flat().length >= limit) throw tooMany(limit);
      const id = shortId("s");
      const nextAt = nextDue(when, at);
      const schedule: Schedule = {
        id,
        runId: owner.runId ?? "",
        user: owner.user,
        conversation: owner.conversation ?? `c-${id}`,
        door: owner.door ?? "schedule",
        title: titleOf(await redact(intent.title?.trim() ?? ""), task),
        kind: intent.kind ?? "task",
        task,
        when,
        missed: intent.missed ?? defaults.missed,
        unattended: intent.unattended ?? defaults.unattended,
        untrusted: [...(owner.untrusted ?? [])],
        status: "active",
        createdAt: at,
        updatedAt: at,
        ...defined({ nextAt }),
        waiting: [],
        past: [],
        runs: 0,
        failures: 0,
        skipped: 0,
      };
      await (await ledger()).create(schedule);
      return schedule;
    },
    async update(user, id, { status, title, task, kind, missed, unattended, ...words }, untrusted = []) {
      const newTask = task === undefined ? undefined : checkedTask(await redact(task.trim()));
      const newTitle = title === undefined ? undefined : (await redact(title.trim())).slice(0, MOST_TITLE);
      const saysWhen = [words.at, words.in, words.every, words.cron].some((word) => word !== undefined);
      const held = await get(user, id);
      const zone = held.when.kind === "cron" ? held.when.timezone : await timezoneOf(user);
      const at = now();
      const when = readChangedWhen(held, words, { saysWhen, at, zone });
      return change(user, id, (schedule) => {
        refuseOver(schedule, "change");
        const paused = status === undefined ? schedule.status : status;
        const next = when !== undefined || (paused === "active" && schedule.status === "paused");
        const settled = {
          ...schedule,
          status: paused,
          ...defined({ title: newTitle, task: newTask, kind, missed, unattended, when }),
          untrusted: [...new Set([...schedule.untrusted, ...untrusted])],
          // What waits was due under the old words, or before the pause.
          waiting:
            paused === "paused" || when !== undefined
              ? schedule.waiting.filter(({ why }) => why === "trigger")
              : schedule.waiting,
        };
        return next ? withNext(settled, nextDue(settled.when, at)) : settled;
      });
    },
    cancel: (user, id) =>
      change(user, id, ({ nextAt: _next, ...schedule }) =>
        schedule.status === "done" ? schedule : { ...schedule, status: "cancelled", waiting: [] },
      ),
    trigger: (user, id) =>
      change(user, id, (schedule, at) => {
        if (schedule.status === "cancelled") refuseOver(schedule, "trigger");
        const status = schedule.status === "done" ? "active" : schedule.status;
        return { ...schedule, status, waiting: [...schedule.waiting, { due: at, why: "trigger" }] };
      }),
  };
}

function readChangedWhen(
  { when }: Schedule,
  words: WhenWords,
  { saysWhen, at, zone }: { saysWhen: boolean; at: number; zone: string },
): Schedule["when"] | undefined {
  if (saysWhen) return readWhen(words, { now: at, timezone: zone });
  if (words.timezone === undefined) return undefined;
  if (when.kind === "cron")
    return readWhen({ cron: when.expression, timezone: words.timezone }, { now: at, timezone: zone });
  throw new DejimaError(
    "invalid_input",
    "Cannot change only the time zone of a task that is not by cron: say when it is due as well",
  );
}

function withNext({ nextAt: _before, ...schedule }: Schedule, nextAt: number | undefined): Schedule {
  return nextAt === undefined ? schedule : { ...schedule, nextAt };
}

function titleOf(title: string, task: string): string {
  const line = (title === "" ? task : title).replaceAll(/\s+/g, " ").trim();
  return line.length > MOST_TITLE ? `${line.slice(0, MOST_TITLE - 1).toWellFormed()}…` : line;
}

function checkedTask(task: string): string {
  if (task === "") throw new DejimaError("invalid_input", "Cannot schedule nothing: say what is to be done");
  if (task.length <= MOST_TASK) return task;
  throw new DejimaError(
    "too_large",
    `Cannot schedule a task of ${task.length} characters: it has at most ${MOST_TASK}; put the details into a file and name it`,
    { characters: task.length },
  );
}

function refuseOver({ id, status }: Schedule, verb: string): void {
  if (status === "active" || status === "paused") return;
  throw new DejimaError(
    "conflict",
    `Cannot ${verb} scheduled task ${id}: it is ${status}; schedule it anew`,
    { id, status },
  );
}

function tooMany(limit: number): DejimaError {
  return new DejimaError(
    "limit_exceeded",
    `Cannot schedule more: ${limit} tasks are open already; cancel some with cancel_scheduled_task or \`dejima schedule cancel\``,
    { limit },
  );
}
