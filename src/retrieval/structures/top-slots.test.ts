import { expect, test } from "vitest";
import { topSlots } from "./top-slots.ts";

test("topSlots() gives what sorting everything would give", () => {
  const scores = Float32Array.from({ length: 500 }, (_, slot) => Math.round(Math.sin(slot * 12.9898) * 40));
  const passes = (slot: number) => slot % 7 !== 0;
  const sorted = [...scores.keys()]
    .filter(passes)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  for (const limit of [1, 2, 10, 37, 499, 600])
    expect(topSlots(scores, limit, passes).map(({ slot }) => slot)).toEqual(sorted.slice(0, limit));
});

test("topSlots() gives the same of a large table: scattered, in order, all equal, and where few pass", () => {
  const make = (score: (slot: number) => number) =>
    Float32Array.from({ length: 5_000 }, (_, slot) => score(slot));
  const tables = [
    make((slot) => Math.sin(slot * 12.9898)),
    make((slot) => -slot),
    make((slot) => slot % 37),
    make(() => 0.5),
    make((slot) => (slot % 3 === 0 ? Number.NaN : -Math.abs(Math.sin(slot)))),
  ];
  for (const scores of tables)
    for (const passes of [() => true, (slot: number) => slot % 50 === 3]) {
      const sorted = [...scores.keys()]
        .filter((slot) => passes(slot) && !Number.isNaN(scores[slot]))
        .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
      for (const limit of [1, 10, 100, 300])
        expect(topSlots(scores, limit, passes).map(({ slot }) => slot)).toEqual(sorted.slice(0, limit));
    }
});

test("topSlots() leaves out slots without a number for a score", () => {
  expect(topSlots(new Float32Array([1, Number.NaN, Number.NEGATIVE_INFINITY, 2]), 9, () => true)).toEqual([
    { slot: 3, score: 2 },
    { slot: 0, score: 1 },
  ]);
});
