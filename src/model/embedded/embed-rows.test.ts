import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { webAssembly } from "../../support/web-assembly.ts";
import { createRowEmbedder, type RowModel } from "./embed-rows.ts";
import { EMBEDDED_MODEL_URL } from "./load-embedded-embedder.ts";
import { readModelFile } from "./read-model-file.ts";

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
  memory: new webAssembly.Memory({ initial: 1 }),
  takeMemory: () => 0,
};

test("createRowEmbedder() weighs a row by how its key agrees with the sum of all rows", () => {
  const [first = 0, second = 0] = createRowEmbedder(model)([0, 1]);
  expect(first / second).toBeCloseTo(Math.exp(2 * Math.SQRT1_2), 4);
  expect(Math.hypot(first, second)).toBeCloseTo(1, 5);
});

test("createRowEmbedder() lets no key weaken a row beyond a bound", () => {
  const strict = { ...model, keys: { ...model.keys, scales: new Float32Array([1, 100]) } };
  const [first = 0, second = 0] = createRowEmbedder(strict)([0, 1]);
  expect(first / second).toBeCloseTo(Math.exp(3), 3);
});

test("createRowEmbedder() gives a row alone as it is, and zeros for none", () => {
  expect([...createRowEmbedder(model)([1])]).toEqual([0, 1]);
  expect([...createRowEmbedder(model)([])]).toEqual([0, 0]);
});

test("createRowEmbedder() gives the same with WebAssembly and without, however many rows there are", async () => {
  const real = await readModelFile(new Uint8Array(await readFile(EMBEDDED_MODEL_URL)));
  const [fast, plain] = [createRowEmbedder(real), createRowEmbedder(real, "plain")];
  for (const count of [0, 1, 2, 9, 3_000]) {
    const rows = Array.from({ length: count }, (_, at) => (at * 7_919) % real.vocabulary.size);
    const [one, other] = [fast(rows), plain(rows)];
    for (const [at, value] of other.entries()) expect(one[at]).toBeCloseTo(value, 5);
  }
});
