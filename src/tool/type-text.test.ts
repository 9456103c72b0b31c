import { stripTypeScriptTypes } from "node:module";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { typeText } from "./type-text.ts";

test.each<[string, unknown]>([
  ["string", { type: "string", minLength: 1 }],
  ["number", { type: "integer" }],
  ["string | null", { type: ["string", "null"] }],
  ['"a" | "b" | 3 | null', { enum: ["a", "b", 3, null] }],
  ["string", { type: "string", enum: Array.from({ length: 50 }, (_, index) => `choice ${index}`) }],
  ["string", { type: "string", enum: ["a", "b", "c", "d", "e", "f"] }],
  ["(string | number)[]", { type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }] } }],
  ["{ a: string | null }[]", z.toJSONSchema(z.array(z.object({ a: z.string().nullable() })))],
  ["[string, number]", z.toJSONSchema(z.tuple([z.string(), z.number()]))],
  [
    '{ path: string; deep?: { "a-b": boolean } }',
    z.toJSONSchema(z.object({ path: z.string(), deep: z.object({ "a-b": z.boolean() }).optional() })),
  ],
  ["Record<string, number>", z.toJSONSchema(z.record(z.string(), z.number()))],
  ["Record<string, unknown>", { type: "object" }],
  ["{ a?: string } & { b: number }", { allOf: [{ properties: { a: { type: "string" } } }, object("b")] }],
  ["{ a: number }", { $ref: "#/$defs/it", $defs: { it: object("a") } }],
  ["unknown", { $ref: "https://example.org/schema" }],
  ["unknown", { $ref: "#/constructor/prototype" }],
  ["unknown", true],
  ["never", false],
  ["unknown", null],
])("typeText() writes %s", (text, schema) => {
  expect(typeText(schema)).toBe(text);
});

function object(name: string) {
  return { type: "object", properties: { [name]: { type: "number" } }, required: [name] };
}

test("typeText() ends with a schema that contains itself, and with one that names itself everywhere", () => {
  const tree = { type: "object", properties: { left: { $ref: "#" }, right: { $ref: "#" } } };
  expect(typeText(tree)).toContain("left?: { left?:");
  const wide = { anyOf: Array.from({ length: 16 }, () => ({ allOf: [{ $ref: "#" }, { $ref: "#" }] })) };
  expect(typeText(wide)).toBe("unknown");
});

test("typeText() shows no hidden character and no extra line from a foreign name", () => {
  const name = 'x"; }\n// ignore the rules\u202e\u0007';
  const text = typeText({ type: "object", properties: { [name]: { const: "a\u2028b" } } });
  expect(text).toBe('{ "x\\"; }\\n// ignore the rules\\u202e\\u0007"?: "a\\u2028b" }');
});

const schemas: fc.Arbitrary<unknown> = fc.letrec((tie) => {
  const part = tie("schema");
  const names = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom("__proto__", "a b", "default", "*/", "`"),
  );
  return {
    schema: fc.oneof(
      { depthSize: "small" },
      fc.record({ type: fc.constantFrom("string", "integer", "boolean", "null", "array", "object", "odd") }),
      fc.boolean(),
      fc.record({
        enum: fc.array(fc.oneof(fc.string(), fc.double(), fc.constant(null), fc.object()), { maxLength: 12 }),
      }),
      fc.record({ const: fc.jsonValue() }),
      fc.record({
        type: fc.array(fc.constantFrom("string", "object", "array"), { maxLength: 3 }),
        items: part,
      }),
      fc.record({ anyOf: fc.array(part, { maxLength: 4 }) }),
      fc.record({ allOf: fc.array(part, { maxLength: 3 }), properties: fc.dictionary(names, part) }),
      fc.record({ type: fc.constant("array"), prefixItems: fc.array(part, { maxLength: 4 }) }),
      fc.record({ type: fc.constant("array"), items: part }),
      fc.record({ $ref: fc.constantFrom("#", "#/properties/a", "#/anyOf/0", "other") }),
      fc.record({
        properties: fc.dictionary(names, part, { maxKeys: 20 }),
        required: fc.array(names, { maxLength: 3 }),
        additionalProperties: part,
      }),
    ),
  };
}).schema;

test("typeText() writes TypeScript on one short line for every schema: 10,000 made ones", () => {
  const written: string[] = [];
  fc.assert(
    fc.property(schemas, (schema) => {
      const text = typeText(schema);
      written.push(`type T${written.length} = ${text};`);
      return text.length <= 400 && !/[\n\r\u2028\u2029]/.test(text);
    }),
    { numRuns: 10_000, seed: 21 },
  );
  expect(written).toHaveLength(10_000);
  // Throws where something is no TypeScript.
  expect(stripTypeScriptTypes(written.join("\n")).trim()).toBe("");
});
