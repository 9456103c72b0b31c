import { expect, test } from "vitest";
import { dueBetween, nextDue } from "./due-times.ts";

const cron = (expression: string, timezone: string) => ({ kind: "cron", expression, timezone }) as const;
const times = (expression: string, timezone: string, from: string, count: number) => {
  const found: string[] = [];
  let at = Date.parse(from);
  for (let index = 0; index < count; index++) {
    at = nextDue(cron(expression, timezone), at) ?? Number.NaN;
    found.push(new Date(at).toISOString().slice(0, 16));
  }
  return found;
};

test("nextDue() keeps to the wall clock over changes of the clock, and misses and repeats no day", () => {
  // 02:30 does not exist on 29 March: it runs when the clock is put forward.
  expect(times("30 2 * * *", "Europe/Berlin", "2026-03-28T00:00Z", 4)).toEqual([
    "2026-03-28T01:30",
    "2026-03-29T01:00",
    "2026-03-30T00:30",
    "2026-03-31T00:30",
  ]);
  // 02:30 exists twice on 25 October: it runs at the first.
  expect(times("30 2 * * *", "Europe/Berlin", "2026-10-24T00:00Z", 3)).toEqual([
    "2026-10-24T00:30",
    "2026-10-25T00:30",
    "2026-10-26T01:30",
  ]);
  expect(times("0 9 * * *", "America/New_York", "2026-03-07T00:00Z", 3)).toEqual([
    "2026-03-07T14:00",
    "2026-03-08T13:00",
    "2026-03-09T13:00",
  ]);
  expect(times("0 9 * * *", "Asia/Shanghai", "2026-03-28T00:00Z", 2)).toEqual([
    "2026-03-28T01:00",
    "2026-03-29T01:00",
  ]);
});

test("a cron of every half hour runs every half hour through both changes", () => {
  for (const day of ["2026-03-28T22:00Z", "2026-10-24T22:00Z"]) {
    const from = Date.parse(day);
    const { times: all, count } = dueBetween(cron("*/30 * * * *", "Europe/Berlin"), {
      from,
      until: from + 6 * 3_600_000,
      most: 100,
    });
    expect(count).toBe(13);
    expect(all.map((time, index) => time - from - index * 1_800_000)).toEqual(all.map(() => 0));
  }
});

test("every day of a year has exactly one run at 02:30, in zones with and without changes", () => {
  for (const zone of ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"]) {
    const [from, until] = [Date.parse("2026-01-01T12:00Z"), Date.parse("2027-01-01T12:00Z")];
    const day = new Intl.DateTimeFormat("en-CA", { timeZone: zone });
    const { times: all } = dueBetween(cron("30 2 * * *", zone), { from, until, most: 1_000 });
    expect(new Set(all.map((time) => day.format(time))).size, zone).toBe(365);
    expect(all.length, zone).toBe(365);
  }
});

test("dueBetween() includes both ends, gives the last ones, and counts the rest", () => {
  const every = { kind: "every", everyMs: 10, from: 100 } as const;
  expect(dueBetween(every, { from: 100, until: 120, most: 9 })).toEqual({ times: [100, 110, 120], count: 3 });
  expect(dueBetween(every, { from: 105, until: 149, most: 2 })).toEqual({ times: [130, 140], count: 4 });
  expect(dueBetween(every, { from: 101, until: 109, most: 2 })).toEqual({ times: [], count: 0 });
  expect(dueBetween({ kind: "once", at: 100 }, { from: 100, until: 100, most: 9 })).toEqual({
    times: [100],
    count: 1,
  });
  const minute = 60_000;
  const until = Date.parse("2026-11-15T12:00Z");
  const many = dueBetween(cron("* * * * *", "UTC"), { from: until - 5_000 * minute, until, most: 3 });
  expect(many).toEqual({ times: [until - 2 * minute, until - minute, until], count: 1_000 });
});

test("nextDue() of an interval does not care how late it is asked", () => {
  const every = { kind: "every", everyMs: 1_000, from: 5_000 } as const;
  expect([0, 4_999, 5_000, 5_001, 7_999].map((at) => nextDue(every, at))).toEqual([
    5_000, 5_000, 6_000, 6_000, 8_000,
  ]);
});
