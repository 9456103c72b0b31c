import { createRequire } from "node:module";
import { z } from "zod";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { InputIssue, InputSchema, StandardSchema } from "../contract/tool.ts";
import { issueWords } from "../support/issue-words.ts";
import { isRecord } from "../support/json.ts";
import { didYouMean } from "../support/nearest.ts";
import { lazily } from "../support/once.ts";
import { draftOf, jsonSchemaInput } from "./json-schema-input.ts";

/** The packages with which vendors turn a schema of theirs into JSON Schema, and what they export for it. */
const CONVERTERS: Readonly<Record<string, readonly [module: string, name: string]>> = {
  valibot: ["@valibot/to-json-schema", "toJsonSchema"],
  zod: ["zod-to-json-schema", "zodToJsonSchema"],
};

const KEYWORDS = new Set(
  "$ref $defs $schema $dynamicRef type properties required additionalProperties patternProperties propertyNames unevaluatedProperties minProperties maxProperties dependentRequired dependentSchemas dependencies definitions enum const allOf anyOf oneOf not if then else items prefixItems additionalItems contains minItems maxItems uniqueItems minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format".split(
    " ",
  ),
);
const CHOICES = "Pass a Zod schema, a schema of a library that follows Standard Schema, or a JSON Schema";

/** The input of a tool from what its definition gives. Throws a sentence for what could not be validated. */
export function toolInput(given: unknown, written?: JsonSchema): InputSchema<unknown> {
  if (isZod(given)) return zodInput(given);
  if (isStandardSchema(given)) return standardInput(given, written);
  if (typeof given === "function") {
    if (given.length > 0 || /^class\b/.test(Function.prototype.toString.call(given)))
      throw new Error(`\`input\` is a class or a function that takes arguments. ${CHOICES}`);
    const made = lazily(() => toolInput(given(), written));
    return { parse: (value) => made().parse(value), toJsonSchema: () => made().toJsonSchema() };
  }
  return jsonSchemaInput(checkedJsonSchema(given));
}

function isZod(given: unknown): given is z.ZodType {
  return given instanceof z.ZodType || (isRecord(given) && "_zod" in given);
}

function checkedJsonSchema(given: unknown): JsonSchema {
  if (!isRecord(given)) throw new Error(`\`input\` is no schema. ${CHOICES}`);
  const prototype: unknown = Object.getPrototypeOf(given);
  if (prototype !== Object.prototype && prototype !== null)
    throw new Error(`\`input\` is an object of a class that is no schema we know. ${CHOICES}`);
  if (!Object.keys(given).some((key) => KEYWORDS.has(key)))
    throw new Error(
      `\`input\` has no keyword of JSON Schema, so it would accept anything. ${CHOICES}, such as { type: "object" }`,
    );
  if (draftOf(given) === undefined)
    throw new Error(
      `\`input\` is JSON Schema of the dialect "${String(given.$schema)}", which cannot be checked. Use draft 2020-12, 2019-09, 07 or 04`,
    );
  const { type } = given;
  const types = Array.isArray(type) ? type : [type ?? "object"];
  const unknown = types.find((one) => !TYPES.has(one));
  if (unknown !== undefined) throw new Error(`\`input\` has the unknown type ${JSON.stringify(unknown)}`);
  return given;
}

const TYPES: ReadonlySet<unknown> = new Set([
  "object",
  "array",
  "string",
  "number",
  "integer",
  "boolean",
  "null",
]);

/** An input schema from Zod. Objects refuse fields that they do not name: a misspelt option must not pass unseen. */
function zodInput<Schema extends z.ZodType>(schema: Schema): InputSchema<z.output<Schema>> {
  const strict: z.ZodType =
    schema instanceof z.ZodObject && schema.def.catchall === undefined ? schema.strict() : schema;
  // Of a schema behind a preparation, the fields are those of the schema.
  const object = schema instanceof z.ZodPipe ? schema.def.out : schema;
  const known = object instanceof z.ZodObject ? Object.keys(object.shape) : [];
  let written: JsonSchema | undefined;
  // Written out once: it is asked for with every approval, and takes longer than all the rest of it.
  const toJsonSchema = () => {
    written ??= z.toJSONSchema(strict, { io: "input" });
    return written;
  };
  const knownAt: KnownFields = (path) => (path.length === 0 ? known : fieldsAt(toJsonSchema(), path));
  return {
    parse(input) {
      const result = strict.safeParse(input);
      return result.success
        ? // The strict twin parses to the same type as the schema it was made of.
          { ok: true, value: result.data as z.output<Schema> }
        : { ok: false, issues: result.error.issues.flatMap((issue) => describe(issue, input, knownAt)) };
    },
    toJsonSchema,
  };
}

/** The fields of the object at a path of the input; `undefined` where the schema does not say them plainly. */
type KnownFields = (path: readonly PropertyKey[]) => readonly string[] | undefined;

function fieldsAt(schema: JsonSchema, path: readonly PropertyKey[]): readonly string[] | undefined {
  const held = path.reduce<unknown>((part, key) => {
    if (!isRecord(part)) return undefined;
    if (typeof key === "number") return part.items;
    return isRecord(part.properties) ? part.properties[String(key)] : undefined;
  }, schema);
  return isRecord(held) && isRecord(held.properties) ? Object.keys(held.properties) : undefined;
}

function describe(issue: z.core.$ZodIssue, input: unknown, knownAt: KnownFields): InputIssue[] {
  const path = issue.path.reduce<string>(joinPath, "");
  if (issue.code === "unrecognized_keys") {
    const known = knownAt(issue.path);
    return issue.keys.map((key) => ({ path: joinPath(path, key), message: unknownField(key, known) }));
  }
  if (issue.code === "invalid_type" && isAbsent(input, issue.path)) {
    return [{ path, message: `is missing; expected ${issue.expected}` }];
  }
  return [{ path, message: issueWords(issue) }];
}

function isAbsent(input: unknown, path: readonly PropertyKey[]): boolean {
  const held = path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
  return held === undefined;
}

function unknownField(key: string, known: readonly string[] | undefined): string {
  if (known === undefined) return "is not a known field";
  const fields = known.length === 0 ? "this tool takes no fields" : `known fields are ${known.join(", ")}`;
  return `is not a known field; ${fields}${didYouMean(key, known)}`;
}

function joinPath(path: string, key: PropertyKey): string {
  if (typeof key === "number") return `${path}[${key}]`;
  return path === "" ? String(key) : `${path}.${String(key)}`;
}

/** Whether something is a schema of any library that follows Standard Schema, such as Valibot, ArkType or Zod 3. */
function isStandardSchema(given: unknown): given is StandardSchema {
  if ((typeof given !== "object" && typeof given !== "function") || given === null) return false;
  const standard: unknown = Reflect.get(given, "~standard");
  return isRecord(standard) && typeof standard.validate === "function";
}

/**
 * An input schema from Standard Schema. The library validates; models are shown `written`, or what the library says its JSON
 * Schema is. Throws a sentence when there is none.
 */
function standardInput(schema: StandardSchema, written?: JsonSchema): InputSchema<unknown> {
  const shown = written ?? writtenOut(schema);
  const { validate, vendor } = schema["~standard"];
  return {
    parse(input) {
      const result = validate(input);
      if (result instanceof Promise) {
        result.catch(() => {});
        return {
          ok: false,
          issues: [{ path: "", message: `cannot be checked: ${vendor} validates it later` }],
        };
      }
      if (result.issues === undefined) return { ok: true, value: result.value };
      return {
        ok: false,
        issues: result.issues.map(({ message, path = [] }) => ({ path: pathText(path), message })),
      };
    },
    toJsonSchema: () => shown,
  };
}

function writtenOut(schema: StandardSchema): JsonSchema {
  const { vendor, jsonSchema } = schema["~standard"];
  const written =
    jsonSchema === undefined ? converted(schema, vendor) : jsonSchema.input({ target: "draft-2020-12" });
  if (isRecord(written)) return written;
  const [module] = CONVERTERS[vendor] ?? [];
  const install = module === undefined ? "" : `, or install ${module}`;
  throw new Error(
    `no JSON Schema can be had of this ${vendor} schema, and models need one. Pass it as \`inputJsonSchema\` beside \`input\`${install}`,
  );
}

function converted(schema: StandardSchema, vendor: string): unknown {
  const [module, name] = Object.hasOwn(CONVERTERS, vendor) ? (CONVERTERS[vendor] ?? []) : [];
  if (module === undefined || name === undefined) return undefined;
  try {
    const library: Record<string, unknown> = createRequire(import.meta.url)(module);
    const convert = library[name];
    return typeof convert === "function" ? convert(schema) : undefined;
  } catch {
    // Not installed, or it cannot say this schema: the caller is told what to do.
    return undefined;
  }
}

function pathText(path: readonly (PropertyKey | { readonly key: PropertyKey })[]): string {
  return path.reduce<string>((text, part) => {
    const key = typeof part === "object" ? part.key : part;
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}
