import { expect, test } from "vitest";
import { createExampleVectors } from "./example-vectors.ts";
import { quantize } from "./vector-table.ts";

const vector = (...numbers: number[]) => Float32Array.from({ length: 16 }, (_, at) => numbers[at] ?? 0);
const bytes = (...numbers: number[]) => quantize(vector(...numbers));

test("compare() says how near the nearest example of each slot comes, and the three nearest on average", () => {
  const examples = createExampleVectors(16);
  examples.set(3, [bytes(1, 0), bytes(0, 1)]);
  examples.set(5, [bytes(0.6, 0.8)]);
  const nearest = examples.compare(vector(0, 1));
  expect(nearest.of(3)?.nearest).toBeCloseTo(1, 2);
  expect(nearest.of(3)?.typical).toBeCloseTo(0.5, 2);
  expect(nearest.of(5)?.nearest).toBeCloseTo(0.8, 2);
  expect(nearest.of(5)?.typical).toBeCloseTo(0.8, 2);
  expect(nearest.of(4)).toBeUndefined();
  expect(nearest.all?.slots).toEqual(Uint32Array.of(3, 5));
  expect(nearest.all?.nearest.map((likeness) => Math.round(likeness * 10))).toEqual(Float32Array.of(10, 8));
});

test("compare() counts the three nearest examples in any order, among few and very many", () => {
  const likenesses = [0.75, 0.2, 0.7, 0.9, 0.8];
  for (const others of [0, 5_600]) {
    const examples = createExampleVectors(16);
    examples.set(
      2,
      likenesses.map((likeness) => bytes(likeness, Math.sqrt(1 - likeness ** 2))),
    );
    for (let slot = 3; slot < 3 + others; slot++) examples.set(slot, [bytes(1)]);
    const found = examples.compare(vector(1));
    expect(found.all === undefined).toBe(others > 0);
    expect(found.of(2)?.nearest).toBeCloseTo(0.9, 2);
    expect(found.of(2)?.typical).toBeCloseTo(0.817, 2);
  }
});

test("clear() and set() remove the earlier examples", () => {
  const examples = createExampleVectors(16);
  examples.set(1, [bytes(1, 0), bytes(0, 1)]);
  examples.set(1, [bytes(0, 0, 1)]);
  expect(examples.compare(vector(1, 0)).of(1)?.nearest).toBeCloseTo(0, 5);
  examples.clear(1);
  expect(examples.compare(vector(1, 0)).of(1)).toBeUndefined();
});

test("save() and load() keep the examples of every slot, also among very many", () => {
  const examples = createExampleVectors(16);
  for (let slot = 0; slot < 2_800; slot++) examples.set(slot, [bytes(1, slot % 7), bytes(0, 1)]);
  examples.clear(0);
  const later = createExampleVectors(16);
  expect(later.load(examples.save())).toBe(true);
  const nearest = later.compare(vector(1, 0));
  expect(nearest.all).toBeUndefined();
  expect(nearest.of(7)?.nearest).toBeCloseTo(1, 2);
  expect(nearest.of(0)).toBeUndefined();
  const damaged = { ...examples.save(), vectors: new Uint8Array(3) };
  expect(createExampleVectors(16).load(damaged)).toBe(false);
});
