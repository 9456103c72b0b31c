import { expect, test } from "vitest";
import { jsonSchemaInput } from "./json-schema-input.ts";
import { linearChecks } from "./linear-checks.ts";

const text = (pattern: string) => ({ type: "string", pattern });

test("linearChecks() tries what holds for properties, items, references and all of several", () => {
  const check = linearChecks({
    type: "object",
    properties: {
      code: text("^[A-Z]{3}$"),
      tags: { type: "array", items: text("^#") },
      by: { $ref: "#/$defs/name" },
      set: { type: "array", uniqueItems: true },
      both: { allOf: [text("a"), text("b")] },
      either: { anyOf: [text("^x"), text("^y")] },
    },
    $defs: { name: text("^\\p{L}+$") },
  });
  expect(check({ code: "ABC", tags: ["#one"], by: "Ada", both: "ab", either: "z" })).toEqual([]);
  const paths = check({
    code: "abc",
    tags: ["#one", "two"],
    by: "4",
    set: [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    both: "a",
  }).map(({ path }) => path);
  expect(paths).toEqual(["code", "tags.1", "by", "set", "both"]);
});

test("linearChecks() takes no time for ever over a pattern, and leaves out what it cannot try", () => {
  const check = linearChecks({
    type: "object",
    properties: { slow: text("^(a+)+$"), ahead: text("(?=x)y"), broken: text("("), back: text("(a)\\1") },
  });
  const before = process.cpuUsage();
  expect(
    check({ slow: `${"a".repeat(50_000)}!`, ahead: "n", broken: "n", back: "n" }).map(({ path }) => path),
  ).toEqual(["slow"]);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2_000);
});

test("linearChecks() survives a schema that refers to itself, also twice, and `__proto__`", () => {
  const twice = linearChecks({ allOf: [{ $ref: "#" }, { $ref: "#" }, text("a")] });
  const before = process.cpuUsage();
  expect(twice("b").length).toBeGreaterThan(0);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2_000);
  const check = linearChecks({ $ref: "#", properties: { next: { $ref: "#" }, word: text("^w") } });
  expect(check({ next: { next: { word: "x" } } })[0]?.path).toBe("next.next.word");
  expect(linearChecks({ $ref: "#/__proto__/constructor", pattern: "a" })({})).toEqual([]);
});

test("jsonSchemaInput() refuses what a pattern refuses, beside everything else", () => {
  const { parse } = jsonSchemaInput({
    type: "object",
    properties: { id: text("^[0-9]+$"), count: { type: "number" } },
    patternProperties: { "^(x+)+$": {} },
    additionalProperties: false,
  });
  expect(parse({ id: "12", count: 1 })).toMatchObject({ ok: true });
  expect(parse({ id: "twelve", count: "1" })).toMatchObject({
    ok: false,
    issues: [{ path: "count" }, { path: "id", message: expect.stringContaining("^[0-9]+$") }],
  });
});
