import { expect, test } from "vitest";
import { aSchedule } from "../../test/schedule/a-schedule.ts";
import { changeClaimed, claim, finish, settleDue } from "./steps.ts";

const limits = { graceMs: 30_000, mostMissed: 5 };
const MINUTE = 60_000;
const clock = (...minutes: number[]) =>
  minutes.map((minute) => ({ due: minute * MINUTE, why: "clock" as const }));

test("settleDue() does nothing before the time, nor for paused or finished schedules", () => {
  expect(settleDue(aSchedule(), MINUTE - 1, limits)).toBeUndefined();
  for (const status of ["paused", "done", "cancelled"] as const)
    expect(settleDue(aSchedule({ status }), 9 * MINUTE, limits)).toBeUndefined();
});

test.each([
  ["on time", 1 * MINUTE, { skip: clock(1), once: clock(1), all: clock(1) }, { skip: 0, once: 0, all: 0 }],
  ["late", 1.9 * MINUTE, { skip: [], once: clock(1), all: clock(1) }, { skip: 1, once: 0, all: 0 }],
  [
    "three missed",
    3 * MINUTE,
    { skip: clock(3), once: clock(3), all: clock(1, 2, 3) },
    { skip: 2, once: 2, all: 0 },
  ],
  [
    "ten missed",
    10 * MINUTE,
    { skip: clock(10), once: clock(10), all: clock(6, 7, 8, 9, 10) },
    { skip: 9, once: 9, all: 5 },
  ],
] as const)("settleDue() does as the policy says when it looks %s", (_name, now, waiting, skipped) => {
  for (const missed of ["skip", "once", "all"] as const) {
    const settled = settleDue(aSchedule({ missed }), now, limits);
    expect(settled, missed).toMatchObject({ waiting: waiting[missed], skipped: skipped[missed] });
    expect(settled?.nextAt, missed).toBe((Math.floor(now / MINUTE) + 1) * MINUTE);
  }
});

test("settleDue() piles nothing up behind a run that takes long, unless each time counts", () => {
  const busy = {
    current: { due: 0, why: "clock", run: "r", owner: "o", leaseUntil: 1, startedAt: 0 },
  } as const;
  const once = settleDue(aSchedule({ ...busy, waiting: clock(1), nextAt: 2 * MINUTE }), 2 * MINUTE, limits);
  expect(once).toMatchObject({ waiting: clock(2), skipped: 1 });
  const all = settleDue(
    aSchedule({ ...busy, missed: "all", waiting: clock(1), nextAt: 2 * MINUTE }),
    2 * MINUTE,
    limits,
  );
  expect(all).toMatchObject({ waiting: clock(1, 2), skipped: 0 });
  const called = [{ due: 5, why: "trigger" as const }];
  expect(settleDue(aSchedule({ waiting: called }), MINUTE, limits)?.waiting).toEqual([
    ...called,
    ...clock(1),
  ]);
});

test("settleDue() finishes a one-time schedule that was skipped", () => {
  const once = aSchedule({ when: { kind: "once", at: MINUTE }, missed: "skip" });
  expect(settleDue(once, 5 * MINUTE, limits)).toMatchObject({ status: "done", skipped: 1, waiting: [] });
});

test("settleDue() runs nothing again when the clock goes back, and finds the next time when it was years ahead", () => {
  const ran = {
    due: 5 * MINUTE,
    why: "clock",
    run: "r",
    status: "done",
    startedAt: 5 * MINUTE,
    endedAt: 5 * MINUTE,
  } as const;
  expect(settleDue(aSchedule({ nextAt: 6 * MINUTE, past: [ran] }), 2 * MINUTE, limits)).toBeUndefined();
  const ahead = 10_000 * 86_400_000;
  const wrong = aSchedule({ nextAt: ahead + MINUTE, past: [{ ...ran, startedAt: ahead }] });
  expect(settleDue(wrong, 2.5 * MINUTE, limits)).toMatchObject({ nextAt: 3 * MINUTE, waiting: [] });
});

test("claim() gives each occurrence to one worker, and to another only when the first is not heard of any more", () => {
  const mine = { now: MINUTE, owner: "a", leaseMs: 1_000, run: "r1" };
  const taken = claim(aSchedule({ waiting: clock(1, 2) }), mine);
  expect(taken).toMatchObject({
    waiting: clock(2),
    current: { run: "r1", owner: "a", leaseUntil: MINUTE + 1_000 },
  });
  if (taken === undefined) throw new Error("not taken");
  const other = { ...mine, owner: "b", run: "r2" };
  expect(claim(taken, other)).toBeUndefined();
  expect(claim(taken, { ...other, now: MINUTE + 1_000 })?.current).toMatchObject({ run: "r1", owner: "b" });
  // The clock was put back by an hour: no process takes a lease that long.
  expect(claim(taken, { ...other, now: MINUTE - 3_600_000 })?.current).toMatchObject({ owner: "b" });
  const parked = changeClaimed(taken, { run: "r1", owner: "a" }, (current) => ({
    ...current,
    parked: true,
  }));
  expect(parked && claim(parked, { ...other, now: 99 * MINUTE })).toBeUndefined();
});

test("finish() works only for the lease holder, and closes a one-time schedule", () => {
  const once = aSchedule({ when: { kind: "once", at: MINUTE }, waiting: clock(1) });
  const { nextAt: _next, ...due } = once;
  const taken = claim(due, { now: MINUTE, owner: "a", leaseMs: 1_000, run: "r1" });
  if (taken === undefined) throw new Error("not taken");
  expect(finish(taken, { run: "r1", owner: "b" }, { status: "done", now: 9 })).toBeUndefined();
  const done = finish(taken, { run: "r1", owner: "a" }, { status: "failed", now: 2 * MINUTE });
  expect(done).toMatchObject({
    status: "done",
    runs: 1,
    failures: 1,
    past: [{ run: "r1", status: "failed" }],
  });
  expect(done).not.toHaveProperty("current");
});
