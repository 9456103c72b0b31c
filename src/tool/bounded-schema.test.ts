import { expect, test } from "vitest";
import type { JsonSchema } from "../contract/data/json-schema.ts";
import { boundSchema } from "./bounded-schema.ts";
import { jsonSchemaInput } from "./json-schema-input.ts";

test("boundSchema() leaves out patterns, unique items, and what would then refuse too much", () => {
  const { schema } = boundSchema({
    type: "object",
    properties: {
      a: { type: "string", pattern: "(a+)+$" },
      pattern: { type: "string" },
      uniqueItems: { type: "array", uniqueItems: true },
    },
    patternProperties: { "^x": {} },
    additionalProperties: false,
  });
  expect(JSON.parse(JSON.stringify(schema))).toEqual({
    type: "object",
    properties: { a: { type: "string" }, pattern: { type: "string" }, uniqueItems: { type: "array" } },
  });
  const closed = { type: "object", additionalProperties: false };
  expect(JSON.parse(JSON.stringify(boundSchema(closed).schema))).toEqual(closed);
});

const nested = (wrap: (inner: unknown) => unknown) => {
  let value: unknown = 1;
  for (let depth = 0; depth < 40; depth++) value = wrap(value);
  return value;
};
const itself = { $ref: "#" };
const HOSTILE: readonly (readonly [string, JsonSchema, unknown])[] = [
  [
    "alternatives that all lead back",
    { anyOf: [1, 2, 3].map((not) => ({ properties: { a: itself, b: { const: not } } })) },
    nested((a) => ({ a, b: 0 })),
  ],
  ["items that all lead back", { oneOf: [{ items: itself }, { items: itself }] }, nested((inner) => [inner])],
  ["itself, twice", { allOf: [itself, itself] }, {}],
  [
    "a long list for each item",
    { items: { enum: Array.from({ length: 20_000 }, (_none, each) => ({ each })) } },
    Array(20_000).fill({}),
  ],
  [
    "unique items",
    { type: "array", uniqueItems: true },
    Array.from({ length: 100_000 }, (_none, each) => ({ each })),
  ],
];

for (const [what, schema, value] of HOSTILE) {
  test(`a schema that takes for ever is given up: ${what}`, () => {
    const before = process.cpuUsage();
    jsonSchemaInput(schema).parse(value);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(5_000);
  });
}

test("a check begins with all of its steps, however many there were before", () => {
  const input = jsonSchemaInput({
    type: "array",
    items: { type: "object", properties: { a: { type: "string" } } },
  });
  const many = Array.from({ length: 100_000 }, () => ({ a: "x" }));
  for (let round = 0; round < 5; round++) expect(input.parse(many).ok).toBe(true);
});
