import { expect, test } from "vitest";
import { strength } from "./rank-memories.ts";

const DAY = 86_400_000;
const told = {
  type: "fact",
  importance: 0.8,
  source: {},
  createdAt: 0,
  usedAt: 0,
  mentions: 1,
  recalls: 0,
} as const;

test("strength() is the importance at first, half of it after the half-life, and never grows by waiting", () => {
  expect(strength(told, 0)).toBe(0.8);
  expect(strength(told, 180 * DAY)).toBeCloseTo(0.4);
  expect(strength(told, 360 * DAY)).toBeCloseTo(0.2);
  expect(strength(told, -5 * DAY)).toBe(0.8);
});

test("strength() fades more slowly for memories repeated or recalled often, and by type", () => {
  const after = 180 * DAY;
  expect(strength({ ...told, recalls: 3 }, after)).toBeGreaterThan(strength(told, after));
  expect(strength({ ...told, mentions: 2 }, after)).toBeGreaterThan(strength(told, after));
  expect(strength({ ...told, type: "preference" }, after)).toBeGreaterThan(strength(told, after));
  expect(strength({ ...told, type: "lesson" }, after)).toBeLessThan(strength(told, after));
});
