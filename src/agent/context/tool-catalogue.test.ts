import { expect, test } from "vitest";
import { slimSchema } from "./tool-catalogue.ts";

test("slimSchema() leaves out bounds and keeps names, types, choices, defaults and descriptions", () => {
  const property = { type: "string", minLength: 1, maxLength: 9, description: "d", enum: ["maxLength"] };
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      maxLength: property,
      n: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 5 },
      list: { type: "array", maxItems: 4, items: { type: "object", properties: { $schema: property } } },
    },
    required: ["maxLength"],
    additionalProperties: false,
  };
  const slimmed = { type: "string", description: "d", enum: ["maxLength"] };
  expect(slimSchema(schema)).toEqual({
    type: "object",
    properties: {
      maxLength: slimmed,
      n: { type: "integer", minimum: 1, default: 5 },
      list: { type: "array", items: { type: "object", properties: { $schema: slimmed } } },
    },
    required: ["maxLength"],
  });
  expect(slimSchema({ type: "object", additionalProperties: { type: "string" } })).toEqual({
    type: "object",
    additionalProperties: { type: "string" },
  });
});
