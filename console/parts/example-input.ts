import type { JsonSchema } from "../../src/contract/data/json-schema.ts";

/**
 * An initial input: the required fields of a schema, with their default or an empty value of the right type.
 */
export function exampleInput(schema: JsonSchema): Record<string, unknown> {
  const { properties, required } = schema;
  if (typeof properties !== "object" || properties === null || !Array.isArray(required)) return {};
  const fields = properties as Readonly<Record<string, JsonSchema>>; // as a JSON Schema says
  return Object.fromEntries(required.map((name) => [name, exampleValue(fields[String(name)] ?? {})]));
}

function exampleValue({ type, default: fallback, enum: choices, minimum }: JsonSchema): unknown {
  if (fallback !== undefined) return fallback;
  if (Array.isArray(choices)) return choices[0];
  switch (type) {
    case "number":
    case "integer":
      return minimum ?? 0;
    case "boolean":
      return false;
    case "array":
      return [];
    case "object":
      return {};
    default:
      return "";
  }
}
