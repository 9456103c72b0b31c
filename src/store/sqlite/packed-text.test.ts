import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { packText, unpackText } from "./packed-text.ts";

const step = (number: number) => ({
  number,
  node: "generate",
  at: 1_794_957_506_494,
  patch: { set: { pendingCalls: [], draft: `Answer ${number}`, problems: [] } },
});

test("unpackText() restores what packText() packed, of any length", () => {
  fc.assert(
    fc.property(fc.array(fc.json(), { maxLength: 40 }), (parts) => {
      const json = JSON.stringify(parts);
      expect(unpackText(packText(json))).toBe(json);
    }),
  );
});

test("packText() makes steps a quarter as long", () => {
  const json = JSON.stringify(Array.from({ length: 12 }, (_, number) => step(number)));
  expect(packText(json).length).toBeLessThan(json.length / 4);
});

test("unpackText() reads what earlier versions have stored, and what this one has", () => {
  const json = JSON.stringify(Array.from({ length: 20 }, (_, number) => step(number)));
  expect(unpackText(`z${deflateRawSync(json, { level: 1 }).toString("base64")}`)).toBe(json);
  // Stored with the dictionary as it was released: another dictionary cannot read it.
  expect(unpackText(STORED)).toBe(json);
});

const STORED =
  "dtdbBDYMwEETRVlICH2zAxaT/NiKUKGvAmVx27ogPNvvM8Fjt9u5zYWl1q9NaWrnf+bKd3fa8R/lxrOr5LfqHj+M0OXtI8Dsb9iZnZ5kdDkjGIi8yG3Qnv22R2fr9MJOzVWZjrpKzq8zGGCZnN5ndXYu8y2xzZZvMEn//yavMH6d8UGmpsFGFtgobVmitsHGF9gobWGixsJGFNgsbWmi1sLGFdgsbXAzker4A";
