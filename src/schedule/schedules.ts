import { DejimaError } from "../contract/error.ts";
import type { Schedule, ScheduleStatus } from "../contract/user/schedule.ts";
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
  /** The run that creates it. */
  readonly runId?: string | undefined;
  readonly untrusted?: readonly string[] | undefined;
}

type Choices = Pick<Schedule, "kind" | "missed" | "unattended">;

/** The task and when it is due. Omitted fields use the config's defaults. */
interface NewSchedule extends WhenWords, Partial<{ [Key in keyof Choices]: Choices[Key] | undefined }> {
  readonly task: string;
  readonly title?: string | undefined;
}

/** Changed fields. New times replace the old ones. */
interface ScheduleChanges extends Omit<NewSchedule, "task"> {
  readonly task?: string | undefined;
  readonly status?: "active" | "paused" | undefined;
}

interface SchedulePage {
  readonly limit: number;
  readonly status?: ScheduleStatus | undefined;
  readonly before?: string | undefined;
}

/** The scheduled tasks of users. Nobody can reach those of another user. */
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
  /** Cancels a task for good: it no longer comes due, and its current run is stopped. */
  cancel(user: string, id: string): Promise<Schedule>;
  /** Runs it once now, in addition to its times. */
  trigger(user: string, id: string): Promise<Schedule>;
  /** The time zone in which a user's times are shown. */
  timezoneOf(user: string): Promise<string>;
}

interface SchedulesParts {
  ledger(): Promise<Ledger<Schedule>>;
  now(): number;
  /** Redacts secrets in a text before it is stored. */
  redact(text: string): Promise<string>;
  /** The time zone for times that do not name one. */
  timezoneOf(user: string): Promise<string>;
  readonly defaults: Pick<Schedule, "missed" | "unattended">;
  /** Maximum number of open tasks per user. */
  readonly limit: number;
}

const PAGE = 200;
const MAX_TITLE = 120;
const MAX_TASK = 10_000;

/** Opens the schedules of all users. */
export function createSchedules(parts: SchedulesParts): Schedules {
  const { ledger, now, redact, timezoneOf, defaults, limit } = parts;

  async function get(user: string, id: string): Promise<Schedule> {
    const schedule = await (await ledger()).get(id);
    if (schedule?.user === user) return schedule;
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

  /** Applies a change by the user. The current work on the task is not affected. */
  async function change(
    user: string,
    id: string,
    work: (schedule: Schedule, at: number) => Schedule,
  ): Promise<Schedule> {
    await get(user, id);
    const at = now();
    return (await ledger()).change(id, (schedule) => ({ ...work(schedule, at), updatedAt: at }));
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
      const newTitle = title === undefined ? undefined : (await redact(title.trim())).slice(0, MAX_TITLE);
      const hasNewTime = [words.at, words.in, words.every, words.cron].some((word) => word !== undefined);
      const current = await get(user, id);
      const zone = current.when.kind === "cron" ? current.when.timezone : await timezoneOf(user);
      const at = now();
      const when = readChangedWhen(current, words, { hasNewTime, at, zone });
      return change(user, id, (schedule) => {
        refuseOver(schedule, "change");
        const paused = status === undefined ? schedule.status : status;
        const next = when !== undefined || (paused === "active" && schedule.status === "paused");
        const settled = {
          ...schedule,
          status: paused,
          ...defined({ title: newTitle, task: newTask, kind, missed, unattended, when }),
          untrusted: [...new Set([...schedule.untrusted, ...untrusted])],
          // Waiting occurrences were due under the old times, or before the pause.
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
  { hasNewTime, at, zone }: { hasNewTime: boolean; at: number; zone: string },
): Schedule["when"] | undefined {
  if (hasNewTime) return readWhen(words, { now: at, timezone: zone });
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
  return line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE - 1).toWellFormed()}…` : line;
}

function checkedTask(task: string): string {
  if (task === "") throw new DejimaError("invalid_input", "Cannot schedule nothing: say what is to be done");
  if (task.length <= MAX_TASK) return task;
  throw new DejimaError(
    "too_large",
    `Cannot schedule a task of ${task.length} characters: it has at most ${MAX_TASK}; put the details into a file and name it`,
    { characters: task.length },
  );
}

function refuseOver({ id, status }: Schedule, verb: string): void {
  if (status === "active" || status === "paused") return;
  throw new DejimaError(
    "conflict",
    `Cannot ${verb} scheduled task ${id}: it is ${status}; schedule it again`,
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
