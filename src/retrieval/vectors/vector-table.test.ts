import { expect, test } from "vitest";
import { createVectorTable, quantize } from "./vector-table.ts";

function aVector(seed: number, dimensions: number): Float32Array {
  return Float32Array.from({ length: dimensions }, (_, index) =>
    Math.sin(seed * 131 + index * 7.3 + index * seed),
  );
}

test("scan() gives the same with WebAssembly and without, close to the exact dot product", () => {
  for (const dimensions of [3, 16, 250, 256, 3_072]) {
    const [simd, plain] = [createVectorTable(dimensions), createVectorTable(dimensions, "plain")];
    expect([simd.driver, plain.driver]).toEqual(["simd", "plain"]);
    for (let slot = 0; slot < 300; slot++)
      for (const table of [simd, plain]) table.set(slot, quantize(aVector(slot, dimensions)));
    const query = aVector(999, dimensions);
    for (const table of [simd, plain]) table.ask([aVector(7, dimensions), query]);
    const [fast, slow] = [simd.scan(query, 300).slice(), plain.scan(query, 300).slice()];
    const slots = [299, 0, 7];
    for (const table of [simd, plain])
      expect([...table.likenesses(1, slots)]).toEqual(slots.map((slot) => table.likeness(1, slot)));
    for (let slot = 0; slot < 300; slot++) {
      const exact = aVector(slot, dimensions).reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0);
      expect(fast[slot]).toBeCloseTo(slow[slot] ?? Number.NaN, 2);
      expect(Math.abs((fast[slot] ?? 0) - exact)).toBeLessThan(0.02 * Math.sqrt(dimensions));
      for (const table of [simd, plain])
        expect(Math.abs(table.likeness(1, slot) - exact)).toBeLessThan(0.005 * dimensions);
    }
  }
});

test("clear() removes a vector completely, and get() returns the set one", () => {
  const table = createVectorTable(20);
  const bytes = quantize(aVector(1, 20));
  table.set(5, bytes);
  expect(table.get(5)).toEqual(bytes);
  table.clear(5);
  expect(table.get(5)).toEqual(new Uint8Array(24));
  expect(table.scan(aVector(1, 20), 6)[5]).toBe(0);
});

test("scan() looks at the first dimensions alone when it is to be quick, with WebAssembly and without", () => {
  const query = aVector(999, 250);
  for (const driver of ["simd", "plain"] as const) {
    const table = createVectorTable(250, driver);
    for (let slot = 0; slot < 40; slot++) table.set(slot, quantize(aVector(slot, 250)));
    const found = table.scan(query, 40, "quick");
    for (let slot = 0; slot < 40; slot++) {
      const part = aVector(slot, 250).subarray(0, 64);
      const exact = part.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0);
      expect(Math.abs((found[slot] ?? 0) - exact)).toBeLessThan(0.25);
    }
  }
});

test("the table keeps every vector where it was when it grows", () => {
  const table = createVectorTable(100);
  const slots = [0, 1, 1_023, 1_024, 5_000];
  for (const slot of slots) table.set(slot, quantize(aVector(slot, 100)));
  for (const slot of slots) expect(table.get(slot)).toEqual(quantize(aVector(slot, 100)));
  expect(table.scan(aVector(5_000, 100), 5_001)[5_000]).toBeGreaterThan(40);
  expect(table.scan(aVector(5_000, 100), 5_001)[4_999]).toBe(0);
});
