import { expect, test } from "vitest";
import { byteRange } from "./send-bytes.ts";

test.each([
  [undefined, { type: "all" }],
  ["bytes=0-4", { type: "part", start: 0, end: 5 }],
  ["bytes=5-", { type: "part", start: 5, end: 10 }],
  ["bytes=-3", { type: "part", start: 7, end: 10 }],
  ["bytes=-99", { type: "part", start: 0, end: 10 }],
  ["bytes=8-99", { type: "part", start: 8, end: 10 }],
  ["bytes=10-", { type: "unsatisfiable" }],
  ["bytes=-0", { type: "unsatisfiable" }],
  ["bytes=5-4", { type: "unsatisfiable" }],
  ["bytes=0-1,3-4", { type: "all" }],
  ["lines=1-2", { type: "all" }],
  ["bytes=-", { type: "all" }],
])("byteRange() reads %s of ten bytes", (header, expected) => {
  expect(byteRange(header, 10)).toEqual(expected);
});
