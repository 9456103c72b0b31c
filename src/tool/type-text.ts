import type { JsonSchema } from "../contract/json-schema.ts";
import { isRecord } from "../support/json.ts";
import { visibleJson } from "../text/visible-text.ts";

/** Characters of one type. A type that is longer is written with fewer levels. */
const MOST_CHARACTERS = 400;
const DEEPEST = 5;
const MOST_FIELDS = 16;
const MOST_CHOICES = 5;
const LONGEST_NAME = 60;
/** Parts of a schema that are looked at: each may name many others. */
const MOST_PARTS = 400;

const NAME = /^[A-Za-z_$][\w$]*$/;

const PLAIN: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

const ANY_OBJECT = "Record<string, unknown>";

/** A JSON Schema as a TypeScript type, on one line. What cannot be said, or is too long, becomes `unknown`. */
export function typeText(schema: unknown): string {
  for (let levels = DEEPEST; levels > 0; levels--) {
    const text = bare(write(schema, { root: schema, levels, seen: { parts: 0 } }));
    if (text.length <= MOST_CHARACTERS) return text;
  }
  return "unknown";
}

/** A property or tool name as TypeScript takes it: bare, or in quotes. */
export function nameText(name: string): string {
  return NAME.test(name) ? name : visibleJson(name);
}

interface Place {
  /** What local references point into. */
  readonly root: unknown;
  /** How many levels of objects and lists may still be opened. */
  readonly levels: number;
  /** Counts the parts that were looked at. */
  readonly seen: { parts: number };
}

function write(schema: unknown, place: Place): string {
  if (schema === false) return "never";
  if (!isRecord(schema) || ++place.seen.parts > MOST_PARTS) return "unknown";
  if (place.levels === 0) return shallow(schema);
  const { $ref, const: only, enum: choices, anyOf, oneOf, allOf, type } = schema;
  if (typeof $ref === "string") return write(follow($ref, place.root), deeper(place));
  if (only !== undefined) return literal(only) ?? shallow(schema);
  if (Array.isArray(choices)) return choiceText(choices, schema);
  const either = anyOf ?? oneOf;
  if (Array.isArray(either) && either.length > 0)
    return join(
      either.slice(0, MOST_FIELDS).map((part) => write(part, deeper(place))),
      " | ",
    );
  if (Array.isArray(allOf) && allOf.length > 0) {
    const own = isRecord(schema.properties) ? [objectText(schema, place)] : [];
    return join([...own, ...allOf.slice(0, MOST_FIELDS).map((part) => write(part, deeper(place)))], " & ");
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

/** The kind of a value, without what is in it. */
function shallow({ type, properties }: JsonSchema): string {
  if (type === "array") return "unknown[]";
  if (type === "object" || isRecord(properties)) return ANY_OBJECT;
  return (typeof type === "string" ? PLAIN[type] : undefined) ?? "unknown";
}

function objectText(schema: JsonSchema, place: Place): string {
  const { properties, required, additionalProperties } = schema;
  const needed = new Set<unknown>(Array.isArray(required) ? required : []);
  const all = Object.entries(isRecord(properties) ? properties : {});
  const named = all.filter(([name]) => name.length <= LONGEST_NAME).slice(0, MOST_FIELDS);
  const fields = named.map(
    ([name, held]) => `${nameText(name)}${needed.has(name) ? "" : "?"}: ${bare(write(held, deeper(place)))}`,
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
  if (Array.isArray(prefixItems) && prefixItems.length > 0 && prefixItems.length <= MOST_CHOICES)
    return `[${prefixItems.map((item) => bare(write(item, deeper(place)))).join(", ")}]`;
  return `${write(items, deeper(place))}[]`;
}

function choiceText(choices: readonly unknown[], schema: JsonSchema): string {
  const written = choices.map(literal);
  const known = written.filter((text) => text !== undefined);
  if (known.length < written.length || known.length === 0 || known.length > MOST_CHOICES)
    return shallow(schema);
  return join(known, " | ");
}

function literal(value: unknown): string | undefined {
  if (typeof value === "string") return value.length > LONGEST_NAME ? undefined : visibleJson(value);
  return value === null || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;
}

/** A union or an intersection in parentheses, each part once. */
function join(parts: readonly string[], sign: " | " | " & "): string {
  const different = [...new Set(parts)];
  const [only = "unknown"] = different;
  if (different.length < 2) return only;
  if (sign === " | " && different.includes("unknown")) return "unknown";
  return `(${different.join(sign)})`;
}

/** A type where no sign beside it can bind a part of it. Only unions and intersections begin and end with parentheses. */
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
