import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Schedule, When } from "../../src/contract/user/schedule.ts";
import { dueBetween, nextDue } from "../../src/schedule/due-times.ts";
import { createScheduler } from "../../src/schedule/scheduler.ts";
import type { Performer } from "../../src/schedule/work-on.ts";
import { createMemoryStore } from "../../src/store/in-memory/memory-store.ts";
import { openStore } from "../../src/store/open-store.ts";
import type { Ledger } from "../../src/store/store.ts";
import { aSchedule } from "./a-schedule.ts";
import { virtualClock } from "./virtual-clock.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dejima-week-"));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;
const TWO_DAYS = 48 * HOUR;
const LEASE = MINUTE;
// The week in which the clocks of Berlin go forward.
const START = Date.parse("2026-03-25T00:00:30Z");

const TASKS: Readonly<Record<string, When>> = {
  hourly: { kind: "every", everyMs: HOUR, from: START + HOUR },
  nightly: { kind: "cron", expression: "30 2 * * *", timezone: "Europe/Berlin" },
  working: { kind: "cron", expression: "*/20 9-17 * * 1-5", timezone: "America/New_York" },
  once: { kind: "once", at: START + 40 * HOUR + 1 },
};

/** Steps of a process from its first look to the end of a run, counting before and after each. */
const KILL_POINTS = 22;

/** What happened in the world: durable, whoever dies. */
interface Effect {
  readonly schedule: string;
  readonly due: number;
  readonly run: string;
}

class Crash extends Error {}

/** A process that dies at its n-th step, before or after what the step does: from then on it can do nothing any more. */
function aDoomedProcess(stepsToLive: number) {
  let left = stepsToLive;
  let dead = false;
  const die = () => {
    dead = true;
    throw new Crash("the process is gone");
  };
  return {
    get dead() {
      return dead;
    },
    async step<Value>(work: () => Promise<Value>): Promise<Value> {
      if (dead || left-- <= 0) die();
      const value = await work();
      if (dead || left-- <= 0) die();
      return value;
    },
  };
}

function doomedLedger(
  ledger: Ledger<Schedule>,
  process: ReturnType<typeof aDoomedProcess>,
): Ledger<Schedule> {
  return {
    ...ledger,
    list: (page) => process.step(() => ledger.list(page)),
    get: (id) => process.step(() => ledger.get(id)),
    change: (id, work) => process.step(() => ledger.change(id, work)),
  };
}

/** Runs as the agent keeps them: what a run did is on record, and is not done again when it is resumed. */
function aPerformer(
  runs: Map<string, { over: boolean; effect: boolean }>,
  effects: Effect[],
  process: ReturnType<typeof aDoomedProcess>,
): Performer {
  const goOn: Performer["begin"] = async (schedule, run) => {
    const { id, current } = schedule;
    const held = runs.get(run) ?? { over: false, effect: false };
    if (!held.effect)
      await process.step(async () => {
        effects.push({ schedule: id, due: current?.due ?? 0, run });
        held.effect = true;
      });
    await process.step(async () => {
      held.over = true;
    });
    return "done";
  };
  return {
    async look(run) {
      const held = await process.step(async () => runs.get(run));
      if (held === undefined) return { state: "none" };
      return held.over ? { state: "over", status: "done" } : { state: "open", waits: false };
    },
    async begin(schedule, run, signal) {
      await process.step(async () => void runs.set(run, { over: false, effect: false }));
      return goOn(schedule, run, signal);
    },
    resume: goOn,
    deliver: async () => {},
    leave: () => {},
  };
}

/** No run here takes long enough for its lease to be renewed. */
function untilAborted(_milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve());
  });
}

/** When there is something to do again: a time comes, a lease runs out, something waits. */
async function nextChange(schedules: Ledger<Schedule>, now: number): Promise<number> {
  const all = await schedules.list({ status: "active", limit: 100 });
  const times = all.flatMap(({ nextAt, waiting, current }) => [
    nextAt ?? Number.POSITIVE_INFINITY,
    current?.leaseUntil ?? (waiting.length > 0 ? now : Number.POSITIVE_INFINITY),
  ]);
  return Math.min(...times);
}

/** Whether something of the week is still to be done. */
async function isBehind(schedules: Ledger<Schedule>, until: number): Promise<boolean> {
  const all = await schedules.list({ status: "active", limit: 100 });
  return all.some(
    ({ waiting, current, nextAt = Number.POSITIVE_INFINITY }) =>
      nextAt <= until ||
      [...waiting, ...(current === undefined ? [] : [current])].some(({ due }) => due <= until),
  );
}

/** A week of scheduled tasks, with processes that die after a number of steps; two of them live at any time. */
async function liveThrough(schedules: Ledger<Schedule>, lifespan: () => number, until = START + WEEK) {
  const clock = virtualClock(START);
  for (const [id, when] of Object.entries(TASKS)) {
    const nextAt = nextDue(when, START);
    await schedules.create(
      aSchedule({ id, when, missed: "all", ...(nextAt === undefined ? {} : { nextAt }) }),
    );
  }
  const effects: Effect[] = [];
  const runs = new Map<string, { over: boolean; effect: boolean }>();
  let deaths = 0;
  let count = 0;
  const spawn = () => {
    const process = aDoomedProcess(lifespan());
    const scheduler = createScheduler({
      schedules: doomedLedger(schedules, process),
      performer: aPerformer(runs, effects, process),
      clock: { now: clock.now, wait: untilAborted },
      limits: { leaseMs: LEASE, graceMs: MINUTE, mostMissed: 100, maxConcurrent: 3 },
      newRun: () => `run-${++count}`,
      onFault(error) {
        if (!(error instanceof Crash)) throw error;
      },
    });
    return { process, scheduler };
  };
  let living = [spawn(), spawn()];
  while (clock.now() <= until || (await isBehind(schedules, until))) {
    const looks = living.map(async ({ scheduler }) => {
      await scheduler.tick().catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error;
      });
      await scheduler.idle();
    });
    await Promise.all(looks);
    const dead = living.filter(({ process }) => process.dead).length;
    deaths += dead;
    if (dead > 0)
      living = [...living.filter(({ process }) => !process.dead), ...Array.from({ length: dead }, spawn)];
    clock.set(Math.max(clock.now() + 1_000, await nextChange(schedules, clock.now())));
  }
  return { effects, deaths, runs: count };
}

function expected(id: string, until = START + WEEK): number[] {
  const when = TASKS[id] ?? TASKS.once;
  return when === undefined ? [] : [...dueBetween(when, { from: START, until, most: 10_000 }).times];
}

/** Everything that was due within the week has happened once, and nothing else. */
function checkWeek(effects: readonly Effect[], until = START + WEEK): void {
  for (const id of Object.keys(TASKS)) {
    const due = effects
      .filter(({ schedule, due: at }) => schedule === id && at <= until)
      .map(({ due: at }) => at)
      .sort((a, b) => a - b);
    expect(due, id).toEqual(expected(id, until));
  }
}

test("a week without crashes runs each time once, though two processes look", async () => {
  const { effects, deaths } = await liveThrough(
    createMemoryStore().schedules,
    () => Number.POSITIVE_INFINITY,
  );
  expect(deaths).toBe(0);
  expect(expected("hourly").length + expected("nightly").length + expected("working").length).toBe(
    168 + 7 + 135,
  );
  checkWeek(effects);
});

test("a week in which processes die at each of their steps in turn: none lost, none twice", async () => {
  let born = 0;
  const { effects, deaths } = await liveThrough(createMemoryStore().schedules, () =>
    born++ % 2 === 0 ? 1 + ((born >> 1) % KILL_POINTS) : 90,
  );
  expect(deaths).toBeGreaterThan(5 * KILL_POINTS);
  checkWeek(effects);
});

test("two days on SQLite, with processes that die at random: none lost, none twice", async () => {
  const store = await openStore({ file: join(folder, "week.db") });
  let seed = 42;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return 1 + (seed % 90);
  };
  const { effects, deaths } = await liveThrough(store.schedules, random, START + TWO_DAYS);
  await store.close();
  expect(deaths).toBeGreaterThan(20);
  checkWeek(effects, START + TWO_DAYS);
});
