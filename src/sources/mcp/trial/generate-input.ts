import { fieldsOf } from "../../../text/record.ts";
import type { ToolDefinition } from "../tool-definition.ts";

/** Addresses in made-up inputs: any other recipient was added by the server. */
export const GENERATED_ADDRESS = "someone@made.example";

/** What any other text is, in made-up inputs. */
export const GENERATED_TEXT = "A short text for a trial";

const DEPTH = 6;

/** An input for an untrusted tool, from its schema: only the required fields, or all of them. */
export function generateInput(
  { inputSchema }: Pick<ToolDefinition, "inputSchema">,
  folder: string,
  all: boolean,
): Record<string, unknown> {
  const made = valueFor(inputSchema, { name: "", folder, all, depth: 0 });
  return fieldsOf(made);
}

interface Place {
  readonly name: string;
  readonly folder: string;
  readonly all: boolean;
  readonly depth: number;
}

type Schema = Readonly<Record<string, unknown>>;

function valueFor(untrustedSchema: unknown, place: Place): unknown {
  const schema: Schema = fieldsOf(untrustedSchema);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  const choice = [schema.anyOf, schema.oneOf, schema.allOf].find(Array.isArray);
  if (choice !== undefined && place.depth < DEPTH)
    return valueFor(choice[0], { ...place, depth: place.depth + 1 });
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  switch (type) {
    case "integer":
    case "number":
      return typeof schema.minimum === "number" ? schema.minimum : 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return place.depth >= DEPTH ? [] : [valueFor(schema.items, { ...place, depth: place.depth + 1 })];
    case "string":
      return textFor(schema, place);
    default:
      return type === "object" || schema.properties !== undefined
        ? objectFor(schema, place)
        : textFor(schema, place);
  }
}

function objectFor(schema: Schema, place: Place): Record<string, unknown> {
  const { properties = {}, required = [] } = schema as { properties?: object; required?: unknown }; // as a JSON Schema says
  const wanted = Array.isArray(required) ? required : [];
  const fields = Object.entries(properties).filter(([name]) => place.all || wanted.includes(name));
  if (place.depth >= DEPTH) return {};
  return Object.fromEntries(
    fields.map(([name, field]) => [name, valueFor(field, { ...place, name, depth: place.depth + 1 })]),
  );
}

function textFor({ format }: Schema, { name, folder }: Place): string {
  const key = name.toLowerCase();
  if (format === "email" || /e-?mail|recipient|^(?:to|cc|bcc|from|sender|receiver)s?$/.test(key))
    return GENERATED_ADDRESS;
  if (format === "uri" || format === "url" || /url|uri|link|website|endpoint/.test(key))
    return "https://example.com/page";
  if (/dir|folder/.test(key)) return `${folder}/documents`;
  if (/path|file/.test(key)) return `${folder}/documents/notes.txt`;
  if (format === "date") return "2026-01-15";
  if (format === "date-time" || /date|time/.test(key)) return "2026-01-15T12:00:00Z";
  if (/city|location|place|address/.test(key)) return "London";
  if (/zone/.test(key)) return "Europe/London";
  if (/lang/.test(key)) return "en";
  if (/expression|formula/.test(key)) return "1 + 2";
  return GENERATED_TEXT;
}
