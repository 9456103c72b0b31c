import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { EMBEDDED_MODEL_URL } from "./load-embedded-embedder.ts";
import { readModelFile } from "./read-model-file.ts";
import { createWordComparison } from "./word-comparison.ts";
import { createWordVectors } from "./word-vectors.ts";

const model = await readModelFile(new Uint8Array(await readFile(EMBEDDED_MODEL_URL)));
const { wordsOf } = createWordVectors(model);

test("createWordComparison() gives the same with WebAssembly and without", () => {
  const [fast, plain] = [createWordComparison(model), createWordComparison(model, "plain")];
  const told = wordsOf(
    "send a letter to 天气预报 the weather forecast of tomorrow, and translate files 邮件",
  );
  for (const request of ["weather", "明天下雨吗", "mail this report to everybody in the team before noon"]) {
    const asked = wordsOf(request);
    const shares = asked.map((_, index) => 1 + index);
    for (const comparison of [fast, plain]) {
      comparison.words.set(told);
      comparison.compare(asked, told.length, shares);
    }
    for (const place of told.keys()) expect(fast.nearest[place]).toBeCloseTo(plain.nearest[place] ?? -1, 5);
    for (const places of [[], [0], [3, 1, 7], [...told.keys()]])
      for (const from of [0, 5]) {
        fast.places.set(places, from);
        plain.places.set(places, from);
        expect(fast.answered(from, places.length)).toBeCloseTo(plain.answered(from, places.length), 4);
      }
  }
});

test("createWordComparison() finds a word nearest to itself, and nothing between no words", () => {
  const [comparison, told] = [createWordComparison(model), wordsOf("weather 天气 invoice")];
  const { nearest, places, answered } = comparison;
  comparison.words.set(told);
  comparison.compare(told.slice(0, 1), told.length, [2]);
  expect(nearest[0]).toBeCloseTo(1, 5);
  expect(nearest[told.length - 1]).toBeLessThan(0.6);
  places[0] = 0;
  expect(answered(0, 1)).toBeCloseTo(2, 5);
  expect(answered(0, 0)).toBe(0);
  comparison.compare(told, 0, [1, 1, 1]);
  expect(answered(0, 0)).toBe(0);
});
