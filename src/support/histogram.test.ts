import { expect, test } from "vitest";
import { createHistogram } from "./histogram.ts";

test("quantile() is within 5 % of the true value over six orders of magnitude", () => {
  for (const scale of [0.01, 1, 100, 10_000]) {
    const histogram = createHistogram();
    for (let value = 1; value <= 1000; value++) histogram.add(value * scale);
    for (const q of [0.01, 0.5, 0.95, 0.99, 1]) {
      const truth = q * 1000 * scale;
      expect(Math.abs(histogram.quantile(q) - truth) / truth).toBeLessThan(0.05);
    }
  }
});

test("quantile() of nothing is 0", () => {
  expect(createHistogram().quantile(0.95)).toBe(0);
});

test("add() takes zero, negative, infinite and missing numbers without losing the rest", () => {
  const histogram = createHistogram();
  for (const value of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 10]) histogram.add(value);
  expect(histogram.quantile(0.5)).toBe(0);
  expect(histogram.quantile(0.8)).toBeGreaterThan(9);
  expect(Number.isFinite(histogram.quantile(1))).toBe(true);
});

test("merge() equals adding all values to one histogram, and buckets() restores it", () => {
  const [first, second, whole] = [createHistogram(), createHistogram(), createHistogram()];
  for (let value = 1; value <= 100; value++) {
    (value % 3 === 0 ? first : second).add(value);
    whole.add(value);
  }
  first.merge(second);
  const order = (histogram: typeof whole) => [...histogram.buckets()].sort(([a], [b]) => a - b);
  expect(order(first)).toEqual(order(whole));
  expect(createHistogram(whole.buckets()).quantile(0.95)).toBe(whole.quantile(0.95));
});
