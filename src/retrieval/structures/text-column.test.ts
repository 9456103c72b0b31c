import { expect, test } from "vitest";
import { createTextColumn } from "./text-column.ts";

const TEXTS = ["plain", "", "天气预报", "naïve", "🎉 party", "half \ud83c", "half \ud83d", "x".repeat(5_000)];

test("get() and is() find every text, and no part of a cleared one", () => {
  const column = createTextColumn();
  for (const [place, text] of TEXTS.entries()) column.set(place * 40, text);
  for (const [place, text] of TEXTS.entries()) {
    expect(column.get(place * 40)).toBe(text);
    for (const other of TEXTS) expect(column.is(place * 40, other)).toBe(other === text);
  }
  column.clear(80);
  expect(column.get(80)).toBe("");
});

test("a column that is changed again and again does not grow", () => {
  const column = createTextColumn();
  for (let round = 0; round < 2_000; round++)
    for (let place = 0; place < 20; place++) {
      column.clear(place);
      column.set(place, `text ${place} of round ${round}`);
    }
  for (let place = 0; place < 20; place++) expect(column.get(place)).toBe(`text ${place} of round 1999`);
  expect(column.byteLength).toBeLessThan(100_000);
});
