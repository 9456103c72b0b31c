import { DejimaError } from "../contract/error.ts";
import { CATEGORIES, RISKS, SOURCES } from "../contract/tool.ts";

type Check = { readonly is: (value: unknown) => boolean; readonly must: string };

const text: Check = { is: (value) => typeof value === "string", must: "must be a text" };
const texts: Check = {
  is: (value) => Array.isArray(value) && value.every(text.is),
  must: "must be a list of texts",
};
const method: Check = { is: (value) => typeof value === "function", must: "must be a function" };
const oneOf = (words: readonly string[]): Check => ({
  is: (value) => words.some((word) => word === value),
  must: `must be one of ${words.join(", ")}`,
});

const FIELDS: Readonly<Record<string, Check>> = {
  name: text,
  run: method,
  version: text,
  summary: text,
  description: text,
  origin: text,
  category: oneOf(CATEGORIES),
  risk: oneOf(RISKS),
  source: oneOf(SOURCES),
  aliases: texts,
  dependsOn: texts,
  input: {
    is: (value) => isObject(value) && method.is(value.parse) && method.is(value.toJsonSchema),
    must: "must be a schema that defineTool() made",
  },
  flow: { is: isObject, must: "must be an object that defineTool() made" },
  effects: method,
};

const MAX_SHOWN = 3;

/** Throws an error that explains why a value is not a tool. Callers without types may pass anything. */
export function refuseWrongShape(value: unknown): void {
  if (!isObject(value)) throw wrongShape("a tool", ["it is not an object"]);
  const faults = Object.entries(FIELDS).flatMap(([field, { is, must }]) =>
    is(value[field]) ? [] : [`"${field}" ${must}`],
  );
  if (faults.length === 0) return;
  const { name } = value;
  throw wrongShape(typeof name === "string" ? `tool "${name.slice(0, 100)}"` : "a tool", faults);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function wrongShape(what: string, faults: readonly string[]): DejimaError {
  const more = faults.length > MAX_SHOWN ? `; and ${faults.length - MAX_SHOWN} more` : "";
  return new DejimaError(
    "invalid_input",
    `Cannot register ${what}: ${faults.slice(0, MAX_SHOWN).join("; ")}${more}. Make it with defineTool()`,
    { faults },
  );
}
