import fc from "fast-check";
import { expect, test } from "vitest";
import { createListArena } from "./list-arena.ts";

test("a list arena holds what plain arrays hold, whatever is pushed and removed", () => {
  const change = fc.record({ list: fc.nat(5), value: fc.nat(50), remove: fc.boolean() });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 400 }), (changes) => {
      const arena = createListArena();
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
      for (let list = 0; list < 6; list++) {
        const start = arena.startOf(list);
        expect([...arena.numbersOf(list).subarray(start, start + arena.lengthOf(list))]).toEqual(plain[list]);
      }
    }),
  );
});
