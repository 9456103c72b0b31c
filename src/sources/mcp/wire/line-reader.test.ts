import { expect, test } from "vitest";
import { createLineReader } from "./line-reader.ts";

test("createLineReader() gives whole lines whatever pieces they come in", () => {
  const reader = createLineReader(100);
  const pieces = ["a", "b\nc\r\n\n", "d", "", "e\n"];
  expect(pieces.flatMap((piece) => reader.add(piece))).toEqual(["ab", "c\r", "de"]);
});

test("createLineReader() refuses a line without end and a line too long", () => {
  const endless = createLineReader(10);
  endless.add("12345");
  expect(() => endless.add("678901")).toThrow(/more than 10/);
  expect(() => createLineReader(10).add(`${"x".repeat(11)}\n`)).toThrow(/more than 10/);
});
