import { expect, test } from "vitest";
import { embedRows, type RowModel } from "./embed-rows.ts";

/** Two numbers from -8 to 7 to a byte, the low half first. */
const packed = (...numbers: number[]) =>
  Uint8Array.from({ length: numbers.length / 2 }, (_, at) => {
    const [low = 0, high = 0] = numbers.slice(at * 2);
    return (low + 8) | ((high + 8) << 4);
  });

// Row 0 points along the first dimension and row 1 along the second; row 1 weakens where the first dimension is strong.
const model: RowModel = {
  dimensions: 2,
  scales: new Float32Array([1, 1]),
  rows: packed(4, 0, 0, 4),
  keys: { width: 2, scales: new Float32Array([1, 1]), rows: packed(0, 0, -2, 0) },
  projection: new Float32Array([1, 0, 0, 1]),
};

test("embedRows() weighs a row by how its key agrees with the sum of all rows", () => {
  const [first = 0, second = 0] = embedRows(model, [0, 1]);
  expect(first / second).toBeCloseTo(Math.exp(2 * Math.SQRT1_2), 4);
  expect(Math.hypot(first, second)).toBeCloseTo(1, 5);
});

test("embedRows() lets no key weaken a row beyond a bound", () => {
  const strict = { ...model, keys: { ...model.keys, scales: new Float32Array([1, 100]) } };
  const [first = 0, second = 0] = embedRows(strict, [0, 1]);
  expect(first / second).toBeCloseTo(Math.exp(3), 3);
});

test("embedRows() gives a row alone as it is, and zeros for none", () => {
  expect([...embedRows(model, [1])]).toEqual([0, 1]);
  expect([...embedRows(model, [])]).toEqual([0, 0]);
});
