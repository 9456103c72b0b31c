import type { JsonSchema } from "../../../src/contract/data/json-schema.ts";
import { isRecord } from "../../../src/text/record.ts";

/** The input type of a form field. */
type FieldKind =
  | { readonly type: "text"; readonly long: boolean }
  | { readonly type: "number"; readonly whole: boolean }
  | { readonly type: "switch" }
  | { readonly type: "choice"; readonly choices: readonly (string | number)[] }
  | { readonly type: "lines" }
  | { readonly type: "json" };

/** One field of a form generated from a schema. */
export interface FormField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  readonly about: string;
  readonly fallback: string | undefined;
}

const LONG_NAMES = /^(?:content|text|body|code|script|message|instructions|prompt|markdown|html)$/i;

/** The fields of a schema, in its own order. `undefined` if it is not a plain object. */
export function formFields({ type, properties, required, anyOf, oneOf, allOf }: JsonSchema) {
  if (type !== "object" || anyOf !== undefined || oneOf !== undefined || allOf !== undefined)
    return undefined;
  const needed: ReadonlySet<unknown> = new Set(Array.isArray(required) ? required : []);
  return Object.entries(isRecord(properties) ? properties : {}).map(([name, given]): FormField => {
    const schema = isRecord(given) ? given : {};
    return {
      name,
      kind: kindOf(name, schema),
      required: needed.has(name),
      about: typeof schema.description === "string" ? schema.description : "",
      fallback: schema.default === undefined ? undefined : JSON.stringify(schema.default),
    };
  });
}

function kindOf(name: string, { type, enum: choices, items, maxLength, format }: JsonSchema): FieldKind {
  if (Array.isArray(choices) && choices.every((choice) => ["string", "number"].includes(typeof choice)))
    return { type: "choice", choices };
  if (type === "string")
    return { type: "text", long: format === undefined && maxLength === undefined && LONG_NAMES.test(name) };
  if (type === "number" || type === "integer") return { type: "number", whole: type === "integer" };
  if (type === "boolean") return { type: "switch" };
  if (type === "array" && isRecord(items) && items.type === "string" && items.enum === undefined)
    return { type: "lines" };
  return { type: "json" };
}

/**
 * The data of one field. `undefined` leaves the field out. Throws if it is not JSON where JSON is expected.
 */
export function fieldValue({ kind, required }: FormField, text: string): unknown {
  if (text === "" && !(required && kind.type === "text")) return undefined;
  switch (kind.type) {
    case "text":
      return text;
    case "number":
      return Number.isNaN(Number(text)) ? text : Number(text);
    case "switch":
      return text === "true";
    case "choice":
      return kind.choices.find((choice) => String(choice) === text) ?? text;
    case "lines":
      return text.split("\n").filter((line) => line !== "");
    case "json":
      return JSON.parse(text);
  }
}

/** Data as the text of a field. */
export function fieldText({ kind }: FormField, value: unknown): string {
  if (value === undefined) return "";
  if (kind.type === "lines" && Array.isArray(value)) return value.join("\n");
  if (kind.type === "json" || typeof value === "object") return JSON.stringify(value, null, 2);
  return String(value);
}
