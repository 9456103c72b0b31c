import fc from "fast-check";
import { expect, test } from "vitest";
import { fieldText, fieldValue, formFields } from "../../console/parts/form/form-fields.ts";

const SCHEMA = {
  type: "object",
  required: ["path", "mode"],
  properties: {
    path: { type: "string", description: "Where" },
    content: { type: "string" },
    count: { type: "integer", default: 3 },
    ratio: { type: "number" },
    force: { type: "boolean" },
    mode: { enum: ["fast", "slow"] },
    tags: { type: "array", items: { type: "string" } },
    more: { type: "object", properties: {} },
  },
} as const;

const fields = formFields(SCHEMA) ?? [];
const named = (name: string) => fields.find((field) => field.name === name) ?? expect.unreachable(name);

test("formFields() gives each property the field that fits its type", () => {
  expect(fields.map(({ name, kind }) => [name, kind.type])).toEqual([
    ["path", "text"],
    ["content", "text"],
    ["count", "number"],
    ["ratio", "number"],
    ["force", "switch"],
    ["mode", "choice"],
    ["tags", "lines"],
    ["more", "json"],
  ]);
  expect(named("path")).toMatchObject({ required: true, about: "Where", kind: { long: false } });
  expect(named("content").kind).toMatchObject({ long: true });
  expect(named("count").fallback).toBe("3");
  expect(formFields({ type: "object" })).toEqual([]);
  expect(formFields({ anyOf: [] })).toBeUndefined();
});

test("fieldValue() reads the output of fieldText(), and leaves out empty fields", () => {
  const values = {
    path: fc.string(),
    count: fc.integer(),
    ratio: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    force: fc.boolean(),
    mode: fc.constantFrom("fast", "slow"),
    tags: fc.array(fc.stringMatching(/^[^\n]+$/), { minLength: 1 }),
    more: fc.dictionary(fc.string(), fc.integer()).map((held) => ({ ...held })),
  };
  for (const [name, arbitrary] of Object.entries(values))
    fc.assert(
      fc.property(arbitrary as fc.Arbitrary<unknown>, (value) => {
        const field = named(name);
        expect(fieldValue(field, fieldText(field, value))).toEqual(value);
      }),
      { numRuns: 500, seed: 7 },
    );
  expect(fieldValue(named("count"), "")).toBeUndefined();
  expect(fieldValue(named("path"), "")).toBe("");
  expect(fieldText(named("tags"), undefined)).toBe("");
});
