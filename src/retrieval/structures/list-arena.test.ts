import fc from "fast-check";
import { expect, test } from "vitest";
import { createListArena, type ListArena } from "./list-arena.ts";

test.each([undefined, "plain"] as const)(
  "a list arena (%s) holds what plain arrays hold, whatever is pushed and removed",
  (driver) => {
    const value = fc.oneof(fc.nat(50), fc.nat(2 ** 17), fc.nat(2 ** 27), fc.nat(2 ** 32 - 1));
    const change = fc.record({ list: fc.nat(5), value, remove: fc.boolean() });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 400 }), (changes) => {
        const arena = createListArena(undefined, driver);
        const plain: number[][] = Array.from({ length: 6 }, () => []);
        for (let list = 0; list < 6; list++) arena.create();
        for (const { list, value, remove } of changes) {
          if (remove) {
            arena.removeWhere(list, (held) => held === value);
            plain[list] = (plain[list] ?? []).filter((held) => held !== value);
          } else {
            arena.push(list, value);
            plain[list]?.push(value);
          }
        }
        for (let list = 0; list < 6; list++) expect(numbersOf(arena, list)).toEqual(plain[list]);
      }),
    );
  },
);

test("a list arena holds long lists that grow in turn, even after save(), and reuses freed space", () => {
  let arena = createListArena();
  const lists = [arena.create(), arena.create(), arena.create()];
  const fill = (from: number, to: number) => {
    for (let value = from; value < to; value++) for (const list of lists) arena.push(list, value * 3 + list);
  };
  const values = (list: number, to: number) => Array.from({ length: to }, (_, value) => value * 3 + list);
  fill(0, 700);
  arena = createListArena(arena.save());
  fill(700, 2_000);
  for (const list of lists) expect(numbersOf(arena, list)).toEqual(values(list, 2_000));
  const size = arena.byteLength;
  for (let round = 0; round < 5; round++) {
    for (const list of lists) arena.removeWhere(list, () => true);
    expect(lists.map((list) => arena.lengthOf(list))).toEqual([0, 0, 0]);
    fill(0, 2_000);
  }
  expect(numbersOf(arena, 1)).toEqual(values(1, 2_000));
  expect(arena.byteLength).toBe(size);
});

test("a list arena keeps numbers that rise by little in two bytes each, and a list of one number in none", () => {
  const arena = createListArena();
  const [long, lone] = [arena.create(), arena.create()];
  for (let slot = 0; slot < 50_000; slot++) arena.push(long, (slot * 20) << 8);
  arena.push(lone, 2 ** 32 - 1);
  expect(numbersOf(arena, lone)).toEqual([2 ** 32 - 1]);
  expect(numbersOf(arena, long).at(-1)).toBe((49_999 * 20) << 8);
  const { pieces } = arena.save();
  expect(pieces.length).toBeLessThan(102_000);
});

function numbersOf(arena: ListArena, list: number): number[] {
  const found: number[] = [];
  arena.each(list, (numbers, start, end) => found.push(...numbers.subarray(start, end)));
  return found;
}
