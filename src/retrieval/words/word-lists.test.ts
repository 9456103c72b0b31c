import { expect, test } from "vitest";
import { createWordLists } from "./word-matching.ts";

test("of() returns the set words, and no cleared ones", () => {
  const lists = createWordLists(100);
  lists.set(0, [1, 2, 3], 2);
  lists.set(5, [3, 4], 0);
  expect([...lists.of(0)]).toEqual([1, 2, 3]);
  expect(lists.namedOf(0)).toBe(2);
  expect([lists.frequencyOf(3), lists.frequencyOf(4), lists.frequencyOf(9)]).toEqual([2, 1, 0]);
  lists.clear(0);
  expect([...lists.of(0)]).toEqual([]);
  expect(lists.frequencyOf(3)).toBe(1);
  expect([...lists.save().words.numbers]).toEqual([3, 4]);
});

test("the lists are the same after many changes moved them together, and after save()", () => {
  const lists = createWordLists(1_000);
  for (let round = 0; round < 30; round++)
    for (let slot = 0; slot < 50; slot++) {
      lists.clear(slot);
      lists.set(slot, [slot, round + 100, slot + round], 1);
    }
  const again = createWordLists(1_000, lists.save());
  for (let slot = 0; slot < 50; slot++) {
    expect([...lists.of(slot)]).toEqual([slot, 129, slot + 29]);
    expect([...again.of(slot)]).toEqual([slot, 129, slot + 29]);
    expect(again.frequencyOf(slot)).toBe(lists.frequencyOf(slot));
  }
  expect(lists.save().words.numbers.length).toBe(150);
});

test("set() keeps no more than a description says", () => {
  const lists = createWordLists(70_000);
  lists.set(
    0,
    Array.from({ length: 70_000 }, (_, word) => word),
    3,
  );
  expect(lists.of(0).length).toBe(96);
});
