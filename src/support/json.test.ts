import { expect, test } from "vitest";
import { copyJson, measureJson } from "./json.ts";

const bounds = { maxDepth: 20, maxSize: 1000 };
const problem = (value: unknown) => measureJson(value, bounds).fault?.problem;

test("measureJson() passes JSON data, shared references included", () => {
  const shared = { a: 1 };
  expect(problem({ a: [1, "x", null, true, { b: shared }, shared], constructor: 1 })).toBeUndefined();
});

test("measureJson() finds what JSON cannot hold, and where", () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = [cyclic];
  expect(measureJson(cyclic, bounds).fault).toMatchObject({ path: "self[0]", problem: "refers to itself" });
  expect(problem({ n: 1n })).toMatch(/bigint/);
  expect(problem({ n: Number.NaN })).toMatch(/finite/);
  expect(problem({ f: () => 1 })).toMatch(/function/);
  expect(problem({ d: new Date() })).toMatch(/plain object/);
  expect(problem(JSON.parse('{"a": {"__proto__": {"polluted": true}}}'))).toMatch(/prototypes/);
});

test("measureJson() bounds depth and size without overflowing itself", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level++) deep = [deep];
  expect(problem(deep)).toMatch(/deeper than 20/);
  expect(problem({ text: "x".repeat(2000) })).toMatch(/larger than 1000/);
  expect(problem(Array.from({ length: 5000 }, () => ({})))).toMatch(/larger than 1000/);
});

test("copyJson() copies what parsing the text would give, and shares nothing", () => {
  const data = { a: [1, "x", null, true, { b: { c: -2.5 } }, -0], left: undefined, empty: {}, list: [] };
  const copy = copyJson(data);
  expect(copy).toStrictEqual(JSON.parse(JSON.stringify(data)));
  expect(copy).not.toBe(data);
  Object.assign(data.a[4] as object, { b: "changed" });
  expect(copy).toMatchObject({ a: [1, "x", null, true, { b: { c: -2.5 } }, 0] });
});

test("copyJson() copies nothing that its text would say in another way", () => {
  const others = [
    new Date(0),
    { toJSON: () => 1 },
    [undefined],
    { n: Number.NaN },
    { f: () => 1 },
    new Map(),
    { n: 1n },
    Symbol("s"),
    JSON.parse('{"__proto__": {"polluted": true}}'),
  ];
  for (const other of others) expect(copyJson({ deep: [other] })).toBeUndefined();
});
