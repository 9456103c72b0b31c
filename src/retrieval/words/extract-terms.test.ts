import { expect, test } from "vitest";
import { identifiersIn } from "./name-lookup.ts";

test("identifiersIn() finds names as they are written", () => {
  expect(identifiersIn("use get_weather, file-search or readFile, not plain words")).toEqual([
    "get_weather",
    "file-search",
    "readFile",
  ]);
});

test("identifiersIn() takes time linear in a text without blanks", () => {
  for (const letter of ["字", "é", "a"]) {
    const started = performance.now();
    expect(identifiersIn(letter.repeat(256_000))).toEqual([]);
    expect(performance.now() - started).toBeLessThan(2_000);
  }
});
