import { expect, test } from "vitest";
import { jsonSchemaInput } from "./json-schema-input.ts";

function told(schema: Record<string, unknown>, input: unknown): string {
  const result = jsonSchemaInput(schema).parse(input);
  return result.ok ? "" : result.issues.map(({ path, message }) => `${path}: ${message}`).join("; ");
}

const of = (field: Record<string, unknown>, rest = {}) => ({
  type: "object",
  properties: { a: field },
  ...rest,
});

const CASES: readonly (readonly [Record<string, unknown>, unknown, string])[] = [
  [of({}, { required: ["a"] }), {}, "a: is missing"],
  [of({ type: "string" }), { a: 7 }, 'a: must be of type "string"'],
  [of({ type: ["string", "null"] }), { a: 7 }, 'a: must be of type "string" or "null"'],
  [of({ enum: ["x", "y"] }), { a: "z" }, 'a: must be one of "x","y"'],
  [of({ const: 1 }), { a: 2 }, "a: must be 1"],
  [of({ type: "string", minLength: 2 }), { a: "x" }, "a: must have at least 2 characters"],
  [of({ type: "string", maxLength: 2 }), { a: "xxx" }, "a: must have at most 2 characters"],
  [of({ minimum: 2 }), { a: 1 }, "a: must be at least 2"],
  [of({ exclusiveMinimum: 2 }), { a: 2 }, "a: must be more than 2"],
  [of({ maximum: 2 }), { a: 3 }, "a: must be at most 2"],
  [of({ type: "array", minItems: 1 }), { a: [] }, "a: must have at least 1 entries"],
  [of({ pattern: "^x" }), { a: "y" }, 'a: must match the pattern "^x"'],
  [of({}, { additionalProperties: false }), { b: 1 }, "b: is not a known field"],
  [of(of({}, { required: ["b"] })), { a: {} }, "a.b: is missing"],
  [of({ anyOf: [{ type: "string" }, { type: "null" }] }), { a: 1 }, ""],
];

test.each(CASES)("schemaIssues() names the field and what is wrong with it: %#", (schema, input, words) => {
  const said = told(schema, input);
  expect(said).toContain(words);
  expect(said).not.toBe("");
  expect(said).not.toMatch(/Instance|subschema|boolean schema|String is|Array has/);
});

const BROKEN: readonly (readonly [Record<string, unknown>, string])[] = [
  [of({ $ref: "#/properties/a" }), "a reference in it leads back to itself"],
  [of({ $ref: "#/nowhere" }), 'it refers to "#/nowhere", which is not there'],
  [of({ enum: "x" }), "a keyword in it has a value of the wrong type"],
  [{ type: "object", properties: { a: null } }, "a keyword in it has a value of the wrong type"],
];

test.each(BROKEN)("a broken schema is told in words, not in those of the engine: %#", (schema, words) => {
  expect(told(schema, { a: "x" })).toBe(`: cannot be checked: the tool's schema is broken (${words})`);
});

test("a broken schema of very many names is told in one short line", () => {
  const wide = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, at) => [`name${at}`, { type: "string" }]),
  );
  const said = told(
    { type: "object", properties: { ...wide, a: { $ref: `#/${"x".repeat(5_000)}` } } },
    { a: 1 },
  );
  expect(said).toMatch(/it refers to "#\/x{198}", which is not there\)$/);
});
