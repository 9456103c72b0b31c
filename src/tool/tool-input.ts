import { createRequire } from "node:module";
import { z } from "zod";
import type { JsonSchema } from "../contract/data/json-schema.ts";
import type { InputIssue, InputSchema, StandardSchema } from "../contract/tool.ts";
import { issueWords } from "../support/issue-words.ts";
import { didYouMean } from "../support/nearest.ts";
import { lazily } from "../support/once.ts";
import { isRecord } from "../text/record.ts";
import { draftOf, jsonSchemaInput } from "./json-schema-input.ts";

/** The packages that convert vendors' schemas to JSON Schema, and the function that each exports. */
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

/** The input schema of a tool from its definition. Throws an explanation if it cannot be validated. */
export function toolInput(source: unknown, declared?: JsonSchema): InputSchema<unknown> {
  if (isZod(source)) return zodInput(source);
  if (isStandardSchema(source)) return standardInput(source, declared);
  if (typeof source === "function") {
    if (source.length > 0 || /^class\b/.test(Function.prototype.toString.call(source)))
      throw new Error(`\`input\` is a class or a function that takes arguments. ${CHOICES}`);
    const made = lazily(() => toolInput(source(), declared));
    return { parse: (value) => made().parse(value), toJsonSchema: () => made().toJsonSchema() };
  }
  return jsonSchemaInput(checkedJsonSchema(source));
}

function isZod(source: unknown): source is z.ZodType {
  return source instanceof z.ZodType || (isRecord(source) && "_zod" in source);
}

function checkedJsonSchema(source: unknown): JsonSchema {
  if (!isRecord(source)) throw new Error(`\`input\` is not a schema. ${CHOICES}`);
  const prototype: unknown = Object.getPrototypeOf(source);
  if (prototype !== Object.prototype && prototype !== null)
    throw new Error(`\`input\` is an object of a class that is not a known schema. ${CHOICES}`);
  if (!Object.keys(source).some((key) => KEYWORDS.has(key)))
    throw new Error(
      `\`input\` has no keyword of JSON Schema, so it would accept anything. ${CHOICES}, such as { type: "object" }`,
    );
  if (draftOf(source) === undefined)
    throw new Error(
      `\`input\` is JSON Schema of the dialect "${String(source.$schema)}", which cannot be checked. Use draft 2020-12, 2019-09, 07 or 04`,
    );
  const { type } = source;
  const types = Array.isArray(type) ? type : [type ?? "object"];
  const unknown = types.find((one) => !TYPES.has(one));
  if (unknown !== undefined) throw new Error(`\`input\` has the unknown type ${JSON.stringify(unknown)}`);
  return source;
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

/** An input schema from Zod. Objects reject unknown fields: a misspelt option must not go unnoticed. */
function zodInput<Schema extends z.ZodType>(schema: Schema): InputSchema<z.output<Schema>> {
  const strict: z.ZodType =
    schema instanceof z.ZodObject && schema.def.catchall === undefined ? schema.strict() : schema;
  // With preprocessing, the fields are those of the inner schema.
  const object = schema instanceof z.ZodPipe ? schema.def.out : schema;
  const known = object instanceof z.ZodObject ? Object.keys(object.shape) : [];
  let declared: JsonSchema | undefined;
  // Converted once: every approval needs it, and it takes longer than the rest.
  const toJsonSchema = () => {
    declared ??= z.toJSONSchema(strict, { io: "input" });
    return declared;
  };
  const knownAt: KnownFields = (path) => (path.length === 0 ? known : fieldsAt(toJsonSchema(), path));
  return {
    parse(input) {
      const result = strict.safeParse(input);
      return result.success
        ? // The strict copy parses to the same type as the original schema.
          { ok: true, value: result.data as z.output<Schema> }
        : {
            ok: false,
            issues: result.error.issues.flatMap((issue, at) =>
              describe(issue, input, at < MAX_COMPARED ? knownAt : () => undefined),
            ),
          };
    },
    toJsonSchema,
  };
}

/** Only so many unknown names are compared with the known ones: an input may have any number. */
const MAX_COMPARED = 20;

/** The fields of the object at a path of the input. Returns `undefined` if the schema does not list them plainly. */
type KnownFields = (path: readonly PropertyKey[]) => readonly string[] | undefined;

function fieldsAt(schema: JsonSchema, path: readonly PropertyKey[]): readonly string[] | undefined {
  const found = path.reduce<unknown>((part, key) => {
    if (!isRecord(part)) return undefined;
    if (typeof key === "number") return part.items;
    return isRecord(part.properties) ? part.properties[String(key)] : undefined;
  }, schema);
  return isRecord(found) && isRecord(found.properties) ? Object.keys(found.properties) : undefined;
}

function describe(issue: z.core.$ZodIssue, input: unknown, knownAt: KnownFields): InputIssue[] {
  const path = issue.path.reduce<string>(joinPath, "");
  if (issue.code === "unrecognized_keys") {
    const known = knownAt(issue.path);
    return issue.keys.map((key, at) => ({
      path: joinPath(path, key),
      message: unknownField(key, at < MAX_COMPARED ? known : undefined),
    }));
  }
  if (issue.code === "invalid_type" && isAbsent(input, issue.path)) {
    return [{ path, message: `is missing; expected ${issue.expected}` }];
  }
  return [{ path, message: issueWords(issue) }];
}

function isAbsent(input: unknown, path: readonly PropertyKey[]): boolean {
  const found = path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
  return found === undefined;
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

/** Whether a value is a schema of a library that follows Standard Schema, such as Valibot, ArkType or Zod 3. */
function isStandardSchema(source: unknown): source is StandardSchema {
  if ((typeof source !== "object" && typeof source !== "function") || source === null) return false;
  const standard: unknown = Reflect.get(source, "~standard");
  return isRecord(standard) && typeof standard.validate === "function";
}

/**
 * An input schema from Standard Schema. The library validates. Models see `declared`, or the JSON Schema that the library
 * produces. Throws an explanation if there is none.
 */
function standardInput(schema: StandardSchema, declared?: JsonSchema): InputSchema<unknown> {
  const shown = declared ?? toJsonSchemaOf(schema);
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

function toJsonSchemaOf(schema: StandardSchema): JsonSchema {
  const { vendor, jsonSchema } = schema["~standard"];
  const declared =
    jsonSchema === undefined
      ? convertWithPackage(schema, vendor)
      : jsonSchema.input({ target: "draft-2020-12" });
  if (isRecord(declared)) return declared;
  const [module] = CONVERTERS[vendor] ?? [];
  const install = module === undefined ? "" : `, or install ${module}`;
  throw new Error(
    `this ${vendor} schema cannot be converted to JSON Schema, and models need one. Pass it as \`inputJsonSchema\` beside \`input\`${install}`,
  );
}

function convertWithPackage(schema: StandardSchema, vendor: string): unknown {
  const [module, name] = Object.hasOwn(CONVERTERS, vendor) ? (CONVERTERS[vendor] ?? []) : [];
  if (module === undefined || name === undefined) return undefined;
  try {
    const library: Record<string, unknown> = createRequire(import.meta.url)(module);
    const convert = library[name];
    return typeof convert === "function" ? convert(schema) : undefined;
  } catch {
    // Not installed, or it cannot convert this schema. The caller explains what to do.
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
