import { type Schema, Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import { shortenStructured } from "./shorten-structured.ts";

const text = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.constantFrom("a".repeat(300), "\u{1F600}".repeat(100)),
);

/** Schemas of all kinds, with a value that each of them takes. */
const { pair } = fc.letrec<{ pair: { schema: object; value: unknown } }>((tie) => ({
  pair: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.oneof(
      text.map((value) => ({ schema: { type: "string" }, value })),
      text.map((value) => ({ schema: { type: "string", minLength: value.length && 1 }, value })),
      text.map((value) => ({ schema: { enum: [value, 1] }, value })),
      text.map((value) => ({ schema: { type: "string", pattern: "^" }, value })),
      text.map((value) => ({ schema: { anyOf: [{ const: value }, { type: "number" }] }, value })),
      text.map((value) => ({ schema: { $ref: "#/$defs/text" }, value })),
      fc.jsonValue({ maxDepth: 1 }).map((value) => ({ schema: {}, value })),
    ),
    fc.tuple(tie("pair"), fc.nat({ max: 5 }), fc.boolean()).map(([{ schema, value }, length, least]) => ({
      schema: { type: "array", items: schema, ...(least ? { minItems: length } : {}) },
      value: Array.from({ length }, () => value),
    })),
    fc.uniqueArray(text, { maxLength: 9 }).map((value) => ({
      schema: { type: "array", items: { type: "string" }, uniqueItems: true },
      value,
    })),
    fc
      .tuple(
        fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), tie("pair"), { maxKeys: 3 }),
        fc.boolean(),
      )
      .map(([members, closed]) => ({
        schema: {
          type: "object",
          properties: Object.fromEntries(Object.entries(members).map(([key, { schema }]) => [key, schema])),
          required: Object.keys(members),
          ...(closed ? { additionalProperties: false } : {}),
        },
        value: Object.fromEntries(Object.entries(members).map(([key, { value }]) => [key, value])),
      })),
  ),
}));

test("shortenStructured() gives only what the schema takes, and never more than the limit", () => {
  let shortened = 0;
  fc.assert(
    fc.property(pair, fc.integer({ min: 20, max: 500 }), ({ schema, value }, limit) => {
      const whole = { kept: value };
      const root = {
        type: "object",
        properties: { kept: schema },
        required: ["kept"],
        $defs: { text: { type: "string" } },
      };
      const shorter = shortenStructured(whole, root, limit);
      if (shorter === undefined) return;
      shortened++;
      expect(JSON.stringify(shorter).length).toBeLessThanOrEqual(limit);
      // Made of the keywords of a schema above.
      expect(
        new Validator(root as Schema, "2020-12").validate(JSON.parse(JSON.stringify(shorter))).valid,
      ).toBe(true);
    }),
    { numRuns: 10_000, seed: 19 },
  );
  expect(shortened).toBeGreaterThan(5_000);
});

test("shortenStructured() leaves alone what it cannot shorten", () => {
  const schema = { type: "object", properties: { id: { type: "string", pattern: "^x+$" } } };
  expect(shortenStructured({ id: "x".repeat(100) }, schema, 50)).toBeUndefined();
});
