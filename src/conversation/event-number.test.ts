import { expect, test } from "vitest";
import { BEGINNING, eventId, isAfter, lastSeenPosition, parseEventId } from "./event-number.ts";

test("parseEventId() is the inverse of eventId(), and returns undefined for other text", () => {
  for (const number of [
    BEGINNING,
    { seq: 0, part: 0, base: 0 },
    { seq: 12, part: 7, base: 0 },
    { seq: 12, part: 7, base: 9 },
  ])
    expect(parseEventId(eventId("20261115-104215-k3f9qa", number))).toEqual({
      runId: "20261115-104215-k3f9qa",
      number,
    });
  for (const text of ["", "7", "run:1", "run:1.2.3", "../x:1.2", "run:-2.0"])
    expect(parseEventId(text)).toBeUndefined();
});

test("isAfter() orders by record, then by piece", () => {
  const at = (seq: number, part: number) => ({ seq, part, base: 0 });
  expect(isAfter(at(2, 0), at(1, 9))).toBe(true);
  expect(isAfter(at(1, 10), at(1, 9))).toBe(true);
  expect(isAfter(at(1, 9), at(1, 9))).toBe(false);
});

test("lastSeenPosition() lets nothing pass that another process says under numbers that a crash had freed", () => {
  const seen = lastSeenPosition({ seq: 12, part: 3, base: 0 }, 10);
  expect(isAfter({ seq: 10, part: 0, base: 10 }, seen)).toBe(true);
  expect(isAfter({ seq: 9, part: 4, base: 0 }, seen)).toBe(false);
  expect(lastSeenPosition({ seq: 12, part: 3, base: 10 }, 10)).toEqual({ seq: 12, part: 3, base: 10 });
  expect(lastSeenPosition({ seq: 8, part: 3, base: 0 }, 10)).toEqual({ seq: 8, part: 3, base: 0 });
});
