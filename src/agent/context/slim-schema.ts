import type { JsonSchema } from "../../contract/json-schema.ts";

// They bind what is sent to a tool, which is checked in any case, and say nothing of what to send.
const BOUNDS: ReadonlySet<string> = new Set([
  "$schema",
  "minLength",
  "maxLength",
  "maxItems",
  "additionalProperties",
]);

/** A schema as a model needs it: names, types, choices and descriptions, without bounds that only a check needs. */
export function slimSchema(schema: JsonSchema): JsonSchema {
  return slim(schema) as JsonSchema; // Only keys of schemas are left out.
}

function slim(value: unknown, names = false): unknown {
  if (Array.isArray(value)) return value.map((item) => slim(item));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key, held]) => names || !isBound(key, held));
  // Under `properties` stand names that somebody chose, whatever they look like.
  return Object.fromEntries(
    kept.map(([key, held]) => [
      key,
      DATA.has(key) && !names ? held : slim(held, key === "properties" && !names),
    ]),
  );
}

const DATA: ReadonlySet<string> = new Set(["enum", "const", "default", "examples", "required"]);

function isBound(key: string, held: unknown): boolean {
  if (key === "additionalProperties") return held === false;
  return (
    BOUNDS.has(key) ||
    (key === "maximum" && held === Number.MAX_SAFE_INTEGER) ||
    (key === "minimum" && held === Number.MIN_SAFE_INTEGER)
  );
}
