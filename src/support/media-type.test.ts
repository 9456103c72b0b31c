import { expect, test } from "vitest";
import { mediaTypeOf, servedTypeOf } from "./media-type.ts";

test.each([
  ["report.csv", "text/csv"],
  ["a/b/PHOTO.JPG", "image/jpeg"],
  ["notes", "application/octet-stream"],
  ["x.constructor", "application/octet-stream"],
  [".zip", "application/octet-stream"],
])("mediaTypeOf(%s) is %s", (name, type) => {
  expect(mediaTypeOf(name)).toBe(type);
});

test("servedTypeOf() names the character set of text alone", () => {
  expect(servedTypeOf("index.html")).toBe("text/html; charset=utf-8");
  expect(servedTypeOf("logo.svg")).toBe("image/svg+xml");
});
