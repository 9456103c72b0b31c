import type { JsonSchema } from "../../../contract/json-schema.ts";
import type { OfferedTool } from "../language-model.ts";

type Grammar = Readonly<Record<string, unknown>>;

/** The name under which a model says that it wants to answer instead of calling a tool. */
export const ANSWER = "answer";

const MOST_DEPTH = 6;

/** What a reply may be: a call of one of the tools with an input that fits its schema, or the wish to answer. */
export function callGrammar(tools: readonly OfferedTool[]): Grammar {
  const call = ({ name, inputSchema }: OfferedTool) => ({
    type: "object",
    properties: { tool: { const: name }, input: grammarOf(inputSchema) },
  });
  return { oneOf: [{ type: "object", properties: { tool: { const: ANSWER } } }, ...tools.map(call)] };
}

/**
 * A JSON schema in the words that a grammar knows. Every property that stands in a grammar is written out, so only those that
 * are required are kept; what it has no word for is a text.
 */
export function grammarOf(schema: unknown, depth = 0): Grammar {
  if (typeof schema !== "object" || schema === null || depth > MOST_DEPTH) return { type: "string" };
  const { type, properties, required, items, enum: values, const: only, anyOf, oneOf } = schema as JsonSchema;
  if (only !== undefined) return { const: only };
  if (Array.isArray(values)) return { enum: values };
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices) && choices.length > 0) return grammarOf(choices[0], depth + 1);
  const kind = Array.isArray(type) ? type[0] : type;
  switch (kind) {
    case "integer":
    case "number":
    case "boolean":
    case "null":
      return { type: kind };
    case "array":
      return { type: "array", items: grammarOf(items, depth + 1) };
    case "object": {
      const needed = Array.isArray(required) ? required.map(String) : [];
      const known = typeof properties === "object" && properties !== null ? Object.entries(properties) : [];
      const kept = known.filter(([name]) => needed.includes(name));
      return {
        type: "object",
        properties: Object.fromEntries(kept.map(([name, held]) => [name, grammarOf(held, depth + 1)])),
      };
    }
    default:
      return { type: "string" };
  }
}
