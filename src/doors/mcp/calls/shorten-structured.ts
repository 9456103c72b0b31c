import { isRecord } from "../../../text/record.ts";

type Fields = Readonly<Record<string, unknown>>;

/** How much of texts and lists to leave, from the most to the least. */
const STEPS: readonly { readonly characters: number; readonly items: number }[] = [
  { characters: 10_000, items: 1_000 },
  { characters: 1_000, items: 100 },
  { characters: 200, items: 20 },
  { characters: 50, items: 3 },
  { characters: 0, items: 0 },
];

const MAX_DEPTH = 100;

/** Keywords that constrain a value as a whole: below them nothing can be cut without a validator. */
const CONSTRAINING_KEYWORDS = [
  "anyOf",
  "oneOf",
  "allOf",
  "not",
  "if",
  "enum",
  "const",
  "dependentSchemas",
  "$dynamicRef",
];
const OF_TEXT = ["pattern", "format", "minLength", "contentEncoding", "contentMediaType"];
const OF_LIST = ["minItems", "contains", "minContains", "prefixItems", "unevaluatedItems"];

/**
 * Shortens structured content to this many characters of JSON. It stays valid: only texts and lists are cut,
 * and only where the schema does not constrain their length or content. Returns `undefined` if that is not
 * enough.
 */
export function shortenStructured(content: unknown, schema: unknown, limit: number): Fields | undefined {
  if (!isRecord(content)) return undefined;
  for (const step of STEPS) {
    const shorter = shortened(content, schema, { ...step, root: schema, depth: 0 });
    // The root is an object, and objects stay objects.
    if (JSON.stringify(shorter).length <= limit) return shorter as Fields;
  }
  return undefined;
}

interface Cut {
  readonly characters: number;
  readonly items: number;
  readonly root: unknown;
  readonly depth: number;
}

function shortened(value: unknown, unresolved: unknown, cut: Cut): unknown {
  const schema = resolved(unresolved, cut.root);
  if (schema === undefined || cut.depth > MAX_DEPTH || has(schema, CONSTRAINING_KEYWORDS)) return value;
  if (typeof value === "string")
    return value.length > cut.characters && !has(schema, OF_TEXT)
      ? `${value.slice(0, cut.characters).toWellFormed()}…`
      : value;
  const deeper = { ...cut, depth: cut.depth + 1 };
  if (Array.isArray(value)) {
    if (has(schema, OF_LIST)) return value;
    // Unique items may become equal once they are cut.
    const each =
      schema.uniqueItems === true
        ? (item: unknown) => item
        : (item: unknown) => shortened(item, schema.items, deeper);
    return value.slice(0, cut.items).map(each);
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, shortened(item, schemaOf(key, schema), deeper)]),
  );
}

/** The schema of one property. `false` if several may apply, so that it is not cut. */
function schemaOf(key: string, schema: Fields): unknown {
  if (schema.patternProperties !== undefined || schema.propertyNames !== undefined) return false;
  const { properties, additionalProperties, unevaluatedProperties } = schema;
  if (isRecord(properties) && Object.hasOwn(properties, key)) return properties[key];
  return additionalProperties ?? unevaluatedProperties ?? true;
}

/** A schema as an object, with local references resolved. `undefined` if the schema is unknown. */
function resolved(schema: unknown, root: unknown): Fields | undefined {
  if (schema === undefined || schema === true) return {};
  if (!isRecord(schema)) return undefined;
  if (schema.$ref === undefined) return schema;
  const alone = Object.keys(schema).every((key) => ["$ref", "description", "title"].includes(key));
  if (!alone || typeof schema.$ref !== "string" || !schema.$ref.startsWith("#/")) return undefined;
  let target: unknown = root;
  for (const part of schema.$ref.slice(2).split("/")) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!isRecord(target) || !Object.hasOwn(target, key)) return undefined;
    target = target[key];
  }
  return isRecord(target) && target.$ref === undefined ? target : undefined;
}

const has = (schema: Fields, keys: readonly string[]): boolean =>
  keys.some((key) => schema[key] !== undefined);
