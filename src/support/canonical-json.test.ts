import { expect, test } from "vitest";
import { canonicalJson } from "./json.ts";

test("canonicalJson() gives one text for equal data, in whatever order its keys stand", () => {
  const text = '{"a":[{"x":1,"y":null},"é"],"b":{"c":true,"d":{}}}';
  expect(canonicalJson({ a: [{ x: 1, y: null }, "é"], b: { c: true, d: {} } })).toBe(text);
  expect(canonicalJson({ b: { d: {}, c: true }, a: [{ y: null, x: 1 }, "é"] })).toBe(text);
  expect(canonicalJson({ a: [{ y: null, x: 1 }, "é"], b: { c: true, d: {} } })).toBe(text);
});

test("canonicalJson() treats values that are not data as JSON does", () => {
  const at = new Date(0);
  expect(canonicalJson(undefined)).toBe("null");
  expect(canonicalJson({ a: undefined, b: [undefined, Number.NaN], c: at })).toBe(
    '{"b":[null,null],"c":"1970-01-01T00:00:00.000Z"}',
  );
  const same = { "10": 1, "2": 2, a: at };
  expect(canonicalJson({ b: 1, ...same })).toBe(canonicalJson({ ...same, b: 1 }));
});
