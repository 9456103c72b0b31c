import { expect, test } from "vitest";
import { createRateLimit } from "./entrance.ts";

test("createRateLimit() lets a minute's worth pass at once, then refills evenly, each caller by themselves", () => {
  let time = 0;
  const limit = createRateLimit(60, () => time);
  const taken = (who: string, times: number) =>
    Array.from({ length: times }, () => limit.take(who)).filter((wait) => wait === undefined).length;
  expect(taken("ann", 100)).toBe(60);
  expect(limit.take("ann")).toBe(1);
  expect(taken("bob", 1)).toBe(1);
  time = 5_000;
  expect(taken("ann", 100)).toBe(5);
  time = 600_000;
  expect(taken("ann", 100)).toBe(60);
});

test("createRateLimit() forgets who was quiet the longest when there are too many", () => {
  const limit = createRateLimit(1, () => 0);
  limit.take("ann");
  expect(limit.take("ann")).toBe(60);
  for (let at = 0; at < 10_000; at++) limit.take(`somebody ${at}`);
  expect(limit.take("ann")).toBeUndefined();
});
