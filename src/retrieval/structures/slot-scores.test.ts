import { expect, test } from "vitest";
import { createSlotScores } from "./slot-scores.ts";

const COUNT = 3_001;

/** Three lists, of many slots, of every 70th and of one, and what they say about slots. */
function scored(driver?: "plain") {
  const board = createSlotScores(undefined, driver);
  board.makeRoom(COUNT);
  const lists = [1, 70, COUNT].map((step) => {
    const list = board.lists.create();
    for (let slot = 0; slot < COUNT; slot += step) board.lists.push(list, (slot << 8) | ((slot % 255) + 1));
    return list;
  });
  board.norms.fill(0.01);
  board.clear(COUNT);
  for (const [order, list] of lists.entries()) board.add(list, order + 1);
  const whole = Float32Array.from({ length: COUNT }, (_, slot) => Math.sin(slot));
  return { board, lists, whole, combined: board.combine(COUNT, whole, 0.5) };
}

test.each([undefined, "plain"] as const)(
  "combine() (%s) adds up lists, norms and the meaning of each slot",
  (driver) => {
    const { combined, whole } = scored(driver);
    for (const slot of [0, 1, 69, 70, 140, 2_999, 3_000]) {
      const factor = 1 + (slot % 70 === 0 ? 2 : 0) + (slot === 0 ? 3 : 0);
      const score = factor * ((slot % 255) + 1) * 0.01;
      expect(combined.scores[slot]).toBeCloseTo(score, 4);
      expect(combined.totals[slot]).toBeCloseTo((whole[slot] ?? 0) + 0.5 * score ** 1.25, 4);
    }
  },
);

test.each([undefined, "plain"] as const)(
  "above() (%s) gives the slots that reach a total, or none if they are too many",
  (driver) => {
    const { combined } = scored(driver);
    const expected = [...combined.totals.keys()].filter((slot) => (combined.totals[slot] ?? 0) >= 2);
    expect(expected.length).toBeGreaterThan(20);
    expect([...(combined.above(2, expected.length) ?? [])]).toEqual(expected);
    expect(combined.above(2, expected.length - 1)).toBeUndefined();
    expect(combined.above(-9, 10)).toBeUndefined();
  },
);

test.each([undefined, "plain"] as const)("withMarks() (%s) tells which marked slots a list has", (driver) => {
  const { board, lists } = scored(driver);
  board.withMarks([140, 5, 0], (see) => {
    expect(lists.map((list) => [...see(list)].sort())).toEqual([[0, 1, 2], [0, 2], [2]]);
  });
  board.withMarks([1], (see) => expect([...see(lists[1] ?? 0)]).toEqual([]));
});
