import { expect, test } from "vitest";
import { describeWhen } from "../contract/words/describe-when.ts";
import { readDuration, readWhen, type WhenWords } from "./read-when.ts";

const now = Date.parse("2026-11-15T12:00:00Z");
const read = (words: WhenWords) => readWhen(words, { now, timezone: "Europe/Berlin" });

test.each([
  ["90s", 90_000],
  ["10m", 600_000],
  ["1h 30m", 5_400_000],
  ["1h30m", 5_400_000],
  ["2 days", 172_800_000],
  ["1.5 hours", 5_400_000],
  ["10分钟", 600_000],
  ["2小时30分", 9_000_000],
  ["1 week", 604_800_000],
])("readDuration(%j) is %d ms", (text, milliseconds) => {
  expect(readDuration(text)).toBe(milliseconds);
});

test.each(["", "soon", "10", "m", "10 parsecs", "-5m", "1h then"])("readDuration(%j) is nothing", (text) => {
  expect(readDuration(text)).toBeUndefined();
});

test.each([
  [{ in: "10m" }, "2026-11-15T12:10:00.000Z"],
  [{ at: "2026-11-16T09:00" }, "2026-11-16T08:00:00.000Z"],
  [{ at: "2026-11-16 09:00:30" }, "2026-11-16T08:00:30.000Z"],
  [{ at: "2026-11-16T09:00", timezone: "Asia/Shanghai" }, "2026-11-16T01:00:00.000Z"],
  [{ at: "2026-11-16T09:00+08:00" }, "2026-11-16T01:00:00.000Z"],
  [{ at: "2026-11-16T09:00:00Z" }, "2026-11-16T09:00:00.000Z"],
  [{ at: "2026-11-16" }, "2026-11-15T23:00:00.000Z"],
  [{ at: "09:00" }, "2026-11-16T08:00:00.000Z"],
  [{ at: "18:30" }, "2026-11-15T17:30:00.000Z"],
])("readWhen(%j) is once at %s", (words, at) => {
  expect(read(words)).toEqual({ kind: "once", at: Date.parse(at) });
});

test("readWhen() reads intervals and cron expressions in their zone", () => {
  expect(read({ every: "2h" })).toEqual({ kind: "every", everyMs: 7_200_000, from: now + 7_200_000 });
  expect(read({ cron: " 0 9 * * 1-5 " })).toEqual({
    kind: "cron",
    expression: "0 9 * * 1-5",
    timezone: "Europe/Berlin",
  });
  expect(
    [{ every: "2h" }, { every: "1 day" }, { cron: "0 9 * * *" }].map(read).map((when) => describeWhen(when)),
  ).toEqual(["every 2 hours", "every day", "0 9 * * * (Europe/Berlin)"]);
});

test.each([
  [{}, /nothing says when.*give one of at/],
  [{ in: "1m", cron: "* * * * *" }, /in and cron cannot both say when/],
  [{ in: "soon" }, /"soon" is not a time span; in takes 90s/],
  [{ every: "0s" }, /too short; the least is 1s/],
  [{ in: "14800000 weeks" }, /too long; the most is 1000 years/],
  [{ every: "14800000 weeks" }, /too long/],
  [{ at: "2020-01-01T00:00" }, /has passed; it is 2026-11-15 \d\d:\d\d now/],
  [{ at: "tomorrow" }, /"tomorrow" is not a time; at takes/],
  [{ at: "25:00" }, /"25:00" is not understood/],
  [{ cron: "61 * * * *" }, /"61 \* \* \* \*" is not understood.*five fields/],
  [{ cron: "0 0 31 2 *" }, /never comes/],
  [{ in: "1m", timezone: "Mars/Olympus" }, /"Mars\/Olympus" is not a time zone; use an IANA name/],
] as [WhenWords, RegExp][])("readWhen(%j) says what would work", (words, message) => {
  expect(() => read(words)).toThrow(message);
});
