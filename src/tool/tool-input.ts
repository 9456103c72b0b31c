import { z } from "zod";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { InputSchema } from "../contract/tool.ts";
import { isRecord } from "../support/is-record.ts";
import { lazily } from "../support/lazily.ts";
import { draftOf, jsonSchemaInput } from "./json-schema-input.ts";
import { isStandardSchema, standardInput } from "./standard-input.ts";
import { zodInput } from "./zod-input.ts";

const KEYWORDS = new Set(
  "$ref $defs $schema $dynamicRef type properties required additionalProperties patternProperties propertyNames unevaluatedProperties minProperties maxProperties dependentRequired dependentSchemas dependencies definitions enum const allOf anyOf oneOf not if then else items prefixItems additionalItems contains minItems maxItems uniqueItems minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format".split(
    " ",
  ),
);
const CHOICES = "Pass a Zod schema, a schema of a library that follows Standard Schema, or a JSON Schema";

/** The input of a tool from what its definition gives. Throws a sentence for what could not be validated. */
export function toolInput(given: unknown, written?: JsonSchema): InputSchema<unknown> {
  if (isZod(given)) return zodInput(given);
  if (isStandardSchema(given)) return standardInput(given, written);
  if (typeof given === "function") {
    if (given.length > 0 || /^class\b/.test(Function.prototype.toString.call(given)))
      throw new Error(`\`input\` is a class or a function that takes arguments. ${CHOICES}`);
    const made = lazily(() => toolInput(given(), written));
    return { parse: (value) => made().parse(value), toJsonSchema: () => made().toJsonSchema() };
  }
  return jsonSchemaInput(checkedJsonSchema(given));
}

function isZod(given: unknown): given is z.ZodType {
  return given instanceof z.ZodType || (isRecord(given) && "_zod" in given);
}

function checkedJsonSchema(given: unknown): JsonSchema {
  if (!isRecord(given)) throw new Error(`\`input\` is no schema. ${CHOICES}`);
  const prototype: unknown = Object.getPrototypeOf(given);
  if (prototype !== Object.prototype && prototype !== null)
    throw new Error(`\`input\` is an object of a class that is no schema we know. ${CHOICES}`);
  if (!Object.keys(given).some((key) => KEYWORDS.has(key)))
    throw new Error(
      `\`input\` has no keyword of JSON Schema, so it would accept anything. ${CHOICES}, such as { type: "object" }`,
    );
  if (draftOf(given) === undefined)
    throw new Error(
      `\`input\` is JSON Schema of the dialect "${String(given.$schema)}", which cannot be checked. Use draft 2020-12, 2019-09, 07 or 04`,
    );
  const { type } = given;
  const types = Array.isArray(type) ? type : [type ?? "object"];
  const unknown = types.find((one) => !TYPES.has(one));
  if (unknown !== undefined) throw new Error(`\`input\` has the unknown type ${JSON.stringify(unknown)}`);
  return given;
}

const TYPES: ReadonlySet<unknown> = new Set([
  "object",
  "array",
  "string",
  "number",
  "integer",
  "boolean",
  "null",
]);
