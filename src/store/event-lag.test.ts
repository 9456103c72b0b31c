import { expect, test } from "vitest";
import { createEventLag } from "./event-lag.ts";

const NOW = Date.parse("2026-01-01T00:00:10.000Z");

test("figures() counts each record under every limit that it keeps", () => {
  const lag = createEventLag(() => NOW);
  for (const second of ["09.990", "09.850", "08.000"]) lag.note(`2026-01-01T00:00:${second}Z`);
  const { upTo, seconds, count } = lag.figures();
  expect(upTo.map((limit) => [limit.seconds, limit.count])).toEqual([
    [0.05, 1],
    [0.15, 2],
    [0.5, 2],
    [1, 2],
    [5, 3],
    [30, 3],
  ]);
  expect(seconds).toBeCloseTo(2.16);
  expect(count).toBe(3);
});

test("a record from a clock that is ahead is not late, and one without a time is not counted", () => {
  const lag = createEventLag(() => NOW);
  lag.note("2026-01-01T00:00:12.000Z");
  lag.note("soon");
  expect(lag.figures()).toMatchObject({ seconds: 0, count: 1 });
});
