import type { JsonSchema } from "../../../contract/json-schema.ts";

const PATTERNED = new Set(["pattern", "patternProperties"]);
const CLOSING = new Set(["additionalProperties", "unevaluatedProperties"]);
const MAX_DEPTH = 64;

/**
 * A server's schema for checking values against. Patterns are left out: they are regular expressions of a stranger's, and one of
 * them can keep a process busy for hours. The server checks its own anyway.
 */
export function safeSchema(schema: JsonSchema): JsonSchema {
  return walk(schema, 0) as JsonSchema; // an object stays an object
}

function walk(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return {};
  if (Array.isArray(value)) return value.map((item) => walk(item, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  const open = typeof (value as JsonSchema).patternProperties === "object";
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, held]) => !dropped(key, held, open))
      .map(([key, held]) => [key, walk(held, depth + 1)]),
  );
}

// `pattern` is a keyword only where it holds text; elsewhere it is the name of a property.
function dropped(key: string, held: unknown, open: boolean): boolean {
  if (key === "pattern") return typeof held === "string";
  return PATTERNED.has(key) ? open : open && CLOSING.has(key);
}
