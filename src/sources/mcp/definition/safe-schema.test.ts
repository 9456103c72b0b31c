import { expect, test } from "vitest";
import { safeSchema } from "./safe-schema.ts";

test("safeSchema() leaves out patterns, and what would then refuse too much", () => {
  expect(
    safeSchema({
      type: "object",
      properties: { a: { type: "string", pattern: "(a+)+$" }, pattern: { type: "string" } },
      patternProperties: { "^x": {} },
      additionalProperties: false,
    }),
  ).toEqual({
    type: "object",
    properties: { a: { type: "string" }, pattern: { type: "string" } },
  });
  expect(safeSchema({ type: "object", additionalProperties: false })).toEqual({
    type: "object",
    additionalProperties: false,
  });
});
