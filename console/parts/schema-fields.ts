import type { JsonSchema } from "../../src/contract/data/json-schema.ts";
import { isRecord } from "../../src/text/record.ts";

/** One field of a schema. `a.b[].c` is the path of a nested one. */
interface SchemaField {
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly fallback: string | undefined;
  readonly about: string;
}

const DEEPEST = 4;

/** The fields of a schema, in its own order, nested ones after their object. */
export function schemaFields(schema: JsonSchema, before = "", depth = 0): readonly SchemaField[] {
  const { properties, required } = schema;
  if (!isRecord(properties) || depth > DEEPEST) return [];
  const needed: ReadonlySet<unknown> = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties).flatMap(([name, field]) => {
    if (!isRecord(field)) return [];
    const path = `${before}${name}`;
    const items = isRecord(field.items) ? field.items : undefined;
    return [
      {
        path,
        type: typeOf(field),
        required: needed.has(name),
        fallback: field.default === undefined ? undefined : JSON.stringify(field.default),
        about: typeof field.description === "string" ? field.description : "",
      },
      ...schemaFields(field, `${path}.`, depth + 1),
      ...(items === undefined ? [] : schemaFields(items, `${path}[].`, depth + 1)),
    ];
  });
}

function typeOf(schema: JsonSchema): string {
  const { type, enum: choices, const: only, anyOf, oneOf, items } = schema;
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(" | ");
  if (only !== undefined) return JSON.stringify(only);
  const either = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined;
  if (either !== undefined) return either.map((one) => (isRecord(one) ? typeOf(one) : "any")).join(" | ");
  if (type === "array") return `${isRecord(items) ? typeOf(items) : "any"}[]`;
  if (Array.isArray(type)) return type.join(" | ");
  return typeof type === "string" ? type : "any";
}
