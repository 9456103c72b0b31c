import { childOf, definitionOf } from "./schema-parts.ts";

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Takes text for the number or the switch that its place asks for: what comes from a variable is always text. */
export function typedText(value: unknown, schema: unknown): unknown {
  if (typeof value === "string") return typed(value, definitionOf(schema)?.type);
  if (Array.isArray(value))
    return value.map((item, index) => typedText(item, childOf(schema, String(index))));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [key, typedText(held, childOf(schema, key))]),
  );
}

function typed(text: string, type: unknown): unknown {
  if (type === "number" && NUMBER.test(text.trim())) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
