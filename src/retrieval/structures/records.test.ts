import fc from "fast-check";
import { expect, test } from "vitest";
import { createRecords } from "./records.ts";

test("records hold the same as plain arrays, whatever is set and cleared, even after save()", () => {
  const change = fc.record({
    place: fc.nat(9),
    length: fc.nat(400),
    number: fc.nat(65_535),
    clear: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
      let records = createRecords(Uint16Array);
      const plain = new Map<number, number[]>();
      for (const [round, { place, length, number, clear }] of changes.entries()) {
        records.clear(place);
        plain.set(place, clear ? [] : Array.from({ length }, (_, at) => (number + at) % 65_536));
        records.open(length).set(plain.get(place) ?? []);
        records.close(place, plain.get(place)?.length ?? 0);
        if (round % 50 === 49) records = createRecords(Uint16Array, records.save());
      }
      for (const [place, numbers] of plain) expect([...records.of(place)]).toEqual(numbers);
    }),
  );
});

test("a very long record is kept, and so are those after it", () => {
  const records = createRecords(Uint16Array);
  const lengths = [10, 300_000, 5, 131_072, 7];
  for (const [place, length] of lengths.entries()) {
    records.open(length * 2).fill(place + 1, 0, length);
    records.close(place, length);
  }
  for (const [place, length] of lengths.entries()) {
    expect(records.of(place).length).toBe(length);
    expect(records.of(place).every((number) => number === place + 1)).toBe(true);
  }
});

test("clear() leaves no number behind, and room is used again", () => {
  const records = createRecords(Uint16Array);
  const fill = () => {
    for (let place = 0; place < 1_000; place++) {
      records.clear(place);
      records.open(50).fill(7, 0, 50);
      records.close(place, 50);
    }
  };
  fill();
  const size = records.byteLength;
  for (let round = 0; round < 10; round++) fill();
  expect(records.byteLength).toBeLessThan(size * 3);
  for (let place = 0; place < 1_000; place++) records.clear(place);
  expect([...records.save().numbers]).toEqual([]);
});
