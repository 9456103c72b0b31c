import * as v from "valibot";
import { expect, test } from "vitest";
import { z } from "zod";
import { z as z3 } from "zod3";
import type { Tool } from "../contract/tool.ts";
import { defineTool } from "./define-tool.ts";

const common = {
  name: "greet",
  summary: "Greet somebody by their name",
  description: "Greets.",
  category: "data",
  risk: "low",
  run: () => "hello",
} as const;
const inputJsonSchema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

const ACCEPTED: readonly (readonly [string, () => Tool])[] = [
  ["Zod 4", () => defineTool({ ...common, input: z.object({ name: z.string() }) })],
  ["Zod 4, made later", () => defineTool({ ...common, input: () => z.object({ name: z.string() }) })],
  ["Zod 3", () => defineTool({ ...common, input: z3.object({ name: z3.string() }), inputJsonSchema })],
  ["Valibot", () => defineTool({ ...common, input: v.object({ name: v.string() }) })],
  ["JSON Schema", () => defineTool({ ...common, input: inputJsonSchema })],
];

test.each(ACCEPTED)(
  "defineTool() validates what %s says, and shows models its JSON Schema",
  (_library, define) => {
    const { input } = define();
    expect(input.parse({ name: "Ann" })).toEqual({ ok: true, value: { name: "Ann" } });
    for (const wrong of [{ name: 5 }, {}, null, "Ann", { _def: 1 }])
      expect(input.parse(wrong), JSON.stringify(wrong)).toMatchObject({ ok: false });
    expect(input.toJsonSchema()).toMatchObject({
      properties: { name: { type: "string" } },
      required: ["name"],
    });
  },
);

test("a field that an inner object does not have is told with the fields of that object", () => {
  const file = z.strictObject({ name: z.string().optional(), caption: z.string().optional() });
  const { input } = defineTool({
    ...common,
    input: z.object({
      files: z.array(file),
      place: z.union([file, z.strictObject({ path: z.string() })]).optional(),
    }),
  });
  expect(input.parse({ files: [{ captoin: "a" }] })).toMatchObject({
    issues: [
      {
        path: "files[0].captoin",
        message: 'is not a known field; known fields are name, caption. Did you mean "caption"?',
      },
    ],
  });
  expect(input.parse({ files: [], other: 1 })).toMatchObject({
    issues: [{ path: "other", message: "is not a known field; known fields are files, place" }],
  });
});

test("defineTool() names the field that a Standard Schema finds wrong", () => {
  const { input } = defineTool({
    ...common,
    input: v.object({ to: v.array(v.object({ name: v.string() })) }),
  });
  expect(input.parse({ to: [{ name: 1 }] })).toMatchObject({ ok: false, issues: [{ path: "to[0].name" }] });
});

test("a schema that validates later accepts nothing", () => {
  const later = {
    "~standard": { version: 1, vendor: "later", validate: async (value: unknown) => ({ value }) },
  };
  const { input } = defineTool({ ...common, input: later, inputJsonSchema });
  expect(input.parse({ name: "Ann" })).toMatchObject({ ok: false });
});

class Shape {
  readonly type = "object";
}
const REFUSED: readonly (readonly [string, unknown, RegExp])[] = [
  ["a Zod 3 schema without JSON Schema", z3.object({}), /inputJsonSchema/],
  ["an object of a class", new Shape(), /class/],
  ["a class", Shape, /class/],
  ["a function that takes arguments", (value: unknown) => value, /function/],
  ["fields instead of a schema", { name: z.string() }, /no keyword/],
  ["an empty object", {}, /no keyword/],
  ["nothing", undefined, /not a schema/],
  ["text", "string", /not a schema/],
  ["a list", [inputJsonSchema], /not a schema/],
  ["an unknown dialect", { ...inputJsonSchema, $schema: "https://example.com/mine" }, /dialect/],
  ["an unknown type", { type: "objekt" }, /unknown type/],
];

test.each(REFUSED)("defineTool() refuses %s", (_name, input, why) => {
  // As a caller without types would: the types refuse these, too.
  expect(() => defineTool({ ...common, input: input as never })).toThrow(why);
});

test("JSON Schema means what its dialect says", () => {
  const tuple = { type: "array", items: [{ type: "string" }, { type: "number" }], additionalItems: false };
  const $schema = "http://json-schema.org/draft-07/schema#";
  const { input } = defineTool({ ...common, input: { ...tuple, $schema } });
  expect(input.parse(["a", 1])).toMatchObject({ ok: true });
  for (const wrong of [
    [1, "a"],
    ["a", 1, 2],
  ])
    expect(input.parse(wrong)).toMatchObject({ ok: false });
});
