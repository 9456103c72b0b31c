import type { JsonSchema } from "../contract/data/json-schema.ts";
import { isRecord } from "../text/record.ts";
import { visibleJson } from "../text/visible-text.ts";

/** Maximum length of one type. A longer type is written with fewer levels. */
const MAX_CHARACTERS = 400;
const MAX_LEVELS = 5;
const MAX_FIELDS = 16;
const MAX_CHOICES = 5;
const MAX_NAME_LENGTH = 60;
/** Maximum number of schema parts to visit: each may reference many others. */
const MAX_PARTS = 400;

const NAME = /^[A-Za-z_$][\w$]*$/;

const PLAIN: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

const ANY_OBJECT = "Record<string, unknown>";

/** A JSON Schema as a TypeScript type, on one line. Parts that cannot be expressed or are too long become `unknown`. */
export function typeText(schema: unknown): string {
  for (let levels = MAX_LEVELS; levels > 0; levels--) {
    const text = bare(write(schema, { root: schema, levels, seen: { parts: 0 } }));
    if (text.length <= MAX_CHARACTERS) return text;
  }
  return "unknown";
}

/** A property or tool name in TypeScript syntax: bare, or in quotes. */
export function nameText(name: string): string {
  return NAME.test(name) ? name : visibleJson(name);
}

interface Place {
  /** The schema that local references refer to. */
  readonly root: unknown;
  /** How many levels of objects and lists may still be expanded. */
  readonly levels: number;
  /** Counts the visited parts. */
  readonly seen: { parts: number };
}

function write(schema: unknown, place: Place): string {
  if (schema === false) return "never";
  if (!isRecord(schema) || ++place.seen.parts > MAX_PARTS) return "unknown";
  if (place.levels === 0) return shallow(schema);
  const { $ref, const: only, enum: choices, anyOf, oneOf, allOf, type } = schema;
  if (typeof $ref === "string") return write(follow($ref, place.root), deeper(place));
  if (only !== undefined) return literal(only) ?? shallow(schema);
  if (Array.isArray(choices)) return choiceText(choices, schema);
  const either = anyOf ?? oneOf;
  if (Array.isArray(either) && either.length > 0)
    return join(
      either.slice(0, MAX_FIELDS).map((part) => write(part, deeper(place))),
      " | ",
    );
  if (Array.isArray(allOf) && allOf.length > 0) {
    const own = isRecord(schema.properties) ? [objectText(schema, place)] : [];
    return join([...own, ...allOf.slice(0, MAX_FIELDS).map((part) => write(part, deeper(place)))], " & ");
  }
  if (Array.isArray(type))
    return join(
      type.map((one) => write({ ...schema, type: one }, place)),
      " | ",
    );
  if (type === "array") return listText(schema, place);
  if (type === "object" || isRecord(schema.properties)) return objectText(schema, place);
  return PLAIN[String(type)] ?? "unknown";
}

const deeper = (place: Place): Place => ({ ...place, levels: place.levels - 1 });

/** The kind of a value, without its content. */
function shallow({ type, properties }: JsonSchema): string {
  if (type === "array") return "unknown[]";
  if (type === "object" || isRecord(properties)) return ANY_OBJECT;
  return (typeof type === "string" ? PLAIN[type] : undefined) ?? "unknown";
}

function objectText(schema: JsonSchema, place: Place): string {
  const { properties, required, additionalProperties } = schema;
  const needed = new Set<unknown>(Array.isArray(required) ? required : []);
  const all = Object.entries(isRecord(properties) ? properties : {});
  const named = all.filter(([name]) => name.length <= MAX_NAME_LENGTH).slice(0, MAX_FIELDS);
  const fields = named.map(
    ([name, inner]) =>
      `${nameText(name)}${needed.has(name) ? "" : "?"}: ${bare(write(inner, deeper(place)))}`,
  );
  if (fields.length === 0) {
    if (isRecord(additionalProperties))
      return `Record<string, ${bare(write(additionalProperties, deeper(place)))}>`;
    return additionalProperties === false ? "{}" : ANY_OBJECT;
  }
  if (named.length < all.length) fields.push("[more: string]: unknown");
  return `{ ${fields.join("; ")} }`;
}

function listText({ items, prefixItems }: JsonSchema, place: Place): string {
  if (Array.isArray(prefixItems) && prefixItems.length > 0 && prefixItems.length <= MAX_CHOICES)
    return `[${prefixItems.map((item) => bare(write(item, deeper(place)))).join(", ")}]`;
  return `${write(items, deeper(place))}[]`;
}

function choiceText(choices: readonly unknown[], schema: JsonSchema): string {
  const written = choices.map(literal);
  const known = written.filter((text) => text !== undefined);
  if (known.length < written.length || known.length === 0 || known.length > MAX_CHOICES)
    return shallow(schema);
  return join(known, " | ");
}

function literal(value: unknown): string | undefined {
  if (typeof value === "string") return value.length > MAX_NAME_LENGTH ? undefined : visibleJson(value);
  return value === null || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;
}

/** A union or an intersection in parentheses, without duplicates. */
function join(parts: readonly string[], sign: " | " | " & "): string {
  const different = [...new Set(parts)];
  const [only = "unknown"] = different;
  if (different.length < 2) return only;
  if (sign === " | " && different.includes("unknown")) return "unknown";
  return `(${different.join(sign)})`;
}

/** Removes outer parentheses, where no adjacent operator can bind a part of the type. Only unions and intersections have them. */
function bare(text: string): string {
  return text.startsWith("(") && text.endsWith(")") ? text.slice(1, -1) : text;
}

function follow(ref: string, root: unknown): unknown {
  if (!ref.startsWith("#/")) return ref === "#" ? root : true;
  let found: unknown = root;
  for (const part of ref.slice(2).split("/")) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!(isRecord(found) || Array.isArray(found)) || !Object.hasOwn(found, name)) return true;
    found = (found as Record<string, unknown>)[name]; // an own property, as checked above
  }
  return found;
}
