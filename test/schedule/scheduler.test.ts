import { expect, test } from "vitest";
import type { Schedule } from "../../src/contract/user/schedule.ts";
import { nextDue } from "../../src/schedule/due-times.ts";
import { createScheduler } from "../../src/schedule/scheduler.ts";
import type { Performer } from "../../src/schedule/work-on.ts";
import { createMemoryStore } from "../../src/store/in-memory/memory-store.ts";
import { aSchedule } from "./a-schedule.ts";
import { type VirtualClock, virtualClock } from "./virtual-clock.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A scheduler on a clock of its own, with work that the test describes. */
function aWorld(
  start: number,
  work: (schedule: Schedule, signal: AbortSignal, clock: VirtualClock) => Promise<void>,
) {
  const clock = virtualClock(start);
  const { schedules } = createMemoryStore();
  const began: number[] = [];
  const left: string[] = [];
  let count = 0;
  const performer: Performer = {
    look: async () => ({ state: "none" }),
    async begin(schedule, _run, signal) {
      began.push(clock.now());
      await work(schedule, signal, clock);
      return signal.aborted ? "cancelled" : "done";
    },
    resume: async () => expect.unreachable("resumed"),
    deliver: async () => {},
    leave: (run) => void left.push(run),
  };
  const open = () =>
    createScheduler({
      schedules,
      performer,
      clock,
      limits: { leaseMs: MINUTE, graceMs: MINUTE, mostMissed: 10, maxConcurrent: 3 },
      newRun: () => `run-${++count}`,
      onFault: (error) => expect.unreachable(String(error)),
    });
  return { clock, schedules, began, left, open };
}

const until = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));

test("run() wakes at each time, over the night in which clocks go forward", async () => {
  const start = Date.parse("2026-03-28T12:00:00Z");
  const world = aWorld(start, async () => {});
  const when = { kind: "cron", expression: "0 1-4 * * *", timezone: "Europe/Berlin" } as const;
  await world.schedules.create(aSchedule({ when, nextAt: nextDue(when, start) ?? 0 }));
  const stop = new AbortController();
  const running = world.open().run(stop.signal);
  await world.clock.advance(24 * HOUR);
  stop.abort();
  await running;
  // 02:00 does not exist that night: 01:00, 03:00 and 04:00 do.
  const times = world.began.map((time) => new Date(time).toISOString().slice(11, 16));
  expect(times).toEqual(["00:00", "01:00", "02:00"]);
});

test("work that takes long keeps its lease, so that nobody else begins it, and its next time waits", async () => {
  const world = aWorld(0, (_schedule, _signal, clock) =>
    clock.wait(10 * MINUTE, new AbortController().signal),
  );
  await world.schedules.create(aSchedule({ missed: "all" }));
  const stop = new AbortController();
  const both = [world.open().run(stop.signal), world.open().run(stop.signal)];
  await world.clock.advance(10 * MINUTE);
  expect(world.began).toEqual([MINUTE]);
  const held = await world.schedules.get("s-1");
  expect(held?.waiting).toHaveLength(9);
  expect(held?.current?.leaseUntil).toBeGreaterThan(world.clock.now());
  await world.clock.advance(2 * MINUTE);
  expect(world.began).toEqual([MINUTE, 11 * MINUTE]);
  stop.abort();
  await Promise.all(both);
});

test("a task cancelled while it runs is stopped, and not left for another process", async () => {
  const world = aWorld(0, (_schedule, signal) => until(signal));
  await world.schedules.create(aSchedule());
  const stop = new AbortController();
  const running = world.open().run(stop.signal);
  await world.clock.advance(MINUTE);
  await world.schedules.change("s-1", (held) => ({ ...held, status: "cancelled", waiting: [] }));
  await world.clock.advance(MINUTE);
  expect(await world.schedules.get("s-1")).toMatchObject({
    status: "cancelled",
    past: [{ status: "cancelled" }],
  });
  expect(world.left).toEqual([]);
  stop.abort();
  await running;
});

test("a worker whose work another took over leaves it alone", async () => {
  const world = aWorld(0, (_schedule, signal) => until(signal));
  await world.schedules.create(aSchedule());
  const stop = new AbortController();
  const running = world.open().run(stop.signal);
  await world.clock.advance(MINUTE);
  const taken = { owner: "another", leaseUntil: 2.5 * MINUTE } as const;
  await world.schedules.change("s-1", (held) =>
    held.current === undefined ? undefined : { ...held, current: { ...held.current, ...taken } },
  );
  await world.clock.advance(MINUTE);
  expect(world.left).toEqual(["run-1"]);
  expect((await world.schedules.get("s-1"))?.current).toMatchObject({ run: "run-1", ...taken });
  stop.abort();
  await running;
});

test("run() sees added and triggered tasks at once", async () => {
  const world = aWorld(0, async () => {});
  const stop = new AbortController();
  const running = world.open().run(stop.signal);
  await world.clock.advance(1_000);
  const { nextAt: _never, ...waits } = aSchedule({
    when: { kind: "once", at: 1 },
    waiting: [{ due: 1, why: "trigger" }],
  });
  await world.schedules.create(waits);
  await world.clock.advance(0);
  expect(world.began).toEqual([1_000]);
  stop.abort();
  await running;
});
