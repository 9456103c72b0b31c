import type { JsonSchema } from "../../contract/data/json-schema.ts";
import { isRecord } from "../../text/record.ts";
import { decodePointerPart, type Operation } from "./openapi-document.ts";

const NAMED = "#/components/schemas/";
const MAX_DEPTH = 40;
const BY_NAME = new Set(["properties", "patternProperties", "$defs", "dependentSchemas"]);
const DATA = new Set(["enum", "const", "default", "examples", "required"]);
/** Keywords that OpenAPI adds to JSON Schema and that validation does not use. */
const DROPPED_KEYWORDS = new Set([
  "nullable",
  "discriminator",
  "xml",
  "externalDocs",
  "example",
  "deprecated",
]);

/** The input schema of an operation: its parameters by name, and `body`. Includes the named schemas that they use. */
export function operationSchema(
  operation: Operation,
  schemas: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const used = new Set<string>();
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const { name, schema, description, required: needed } of operation.parameters) {
    properties[name] = { ...translated(schema, used), ...(description === "" ? {} : { description }) };
    if (needed) required.push(name);
  }
  if (operation.body !== undefined) {
    properties.body = translated(operation.body.schema, used);
    if (operation.body.required) required.push("body");
  }
  const definitions: Record<string, unknown> = {};
  // The set grows during the loop: a named schema can refer to others.
  for (const name of used) definitions[name] = translated(schemas[name] ?? {}, used);
  return {
    type: "object",
    properties,
    required,
    additionalProperties: false,
    ...(used.size === 0 ? {} : { $defs: definitions }),
  };
}

function translated(schema: unknown, used: Set<string>): Record<string, unknown> {
  const result = walk(schema, used, 0);
  return isRecord(result) ? result : {};
}

function walk(value: unknown, used: Set<string>, depth: number): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, used, depth + 1));
  if (!isRecord(value)) return value;
  if (depth > MAX_DEPTH) return {};
  if ("$ref" in value) return reference(value.$ref, used);
  const remaining = Object.entries(value).filter(
    ([key]) => !DROPPED_KEYWORDS.has(key) && !key.startsWith("x-"),
  );
  const result = Object.fromEntries(
    remaining.map(([key, inner]) => [key, inside(key, inner, used, depth + 1)]),
  );
  return nullable(value, bounded(writable(result)));
}

// The values of these keywords are not schemas: they map names to schemas, or contain plain data.
function inside(key: string, inner: unknown, used: Set<string>, depth: number): unknown {
  if (DATA.has(key)) return inner;
  if (!BY_NAME.has(key) || typeof inner !== "object" || inner === null) return walk(inner, used, depth);
  return Object.fromEntries(Object.entries(inner).map(([name, schema]) => [name, walk(schema, used, depth)]));
}

function reference(target: unknown, used: Set<string>): JsonSchema {
  // A reference out of the document is not followed: any value is valid there.
  if (typeof target !== "string" || !target.startsWith(NAMED)) return {};
  const name = decodePointerPart(target.slice(NAMED.length));
  if (name === undefined) return {};
  used.add(name);
  return { $ref: `#/$defs/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}` };
}

/** OpenAPI 3.0 has `nullable`; JSON Schema adds "null" to the type. */
function nullable(source: Record<string, unknown>, schema: Record<string, unknown>): Record<string, unknown> {
  if (source.nullable !== true) return schema;
  const { type, enum: values } = schema;
  return {
    ...schema,
    ...(typeof type === "string" ? { type: [type, "null"] } : {}),
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
  };
}

/** OpenAPI 3.0 writes an exclusive bound as a flag beside the bound. */
function bounded(schema: Record<string, unknown>): Record<string, unknown> {
  const result = { ...schema };
  for (const [flag, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof result[flag] !== "boolean") continue;
    if (result[flag] && typeof result[bound] === "number") result[flag] = result[bound];
    else delete result[flag];
  }
  return result;
}

/** Removes the read-only properties, which only the server sets. */
function writable(schema: Record<string, unknown>): Record<string, unknown> {
  const { properties, required } = schema;
  if (typeof properties !== "object" || properties === null) return schema;
  const writableProperties = Object.entries(properties).filter(([, inner]) => inner?.readOnly !== true);
  const names = new Set(writableProperties.map(([name]) => name));
  const dropped = Object.keys(properties).length > names.size;
  return {
    ...schema,
    properties: Object.fromEntries(writableProperties),
    ...(dropped && Array.isArray(required) ? { required: required.filter((name) => names.has(name)) } : {}),
  };
}
