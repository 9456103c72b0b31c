import { createRequire } from "node:module";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { StandardSchema } from "../contract/standard-schema.ts";
import type { InputSchema } from "../contract/tool.ts";
import { isRecord } from "../support/is-record.ts";

/** The packages with which vendors turn a schema of theirs into JSON Schema, and what they export for it. */
const CONVERTERS: Readonly<Record<string, readonly [module: string, name: string]>> = {
  valibot: ["@valibot/to-json-schema", "toJsonSchema"],
  zod: ["zod-to-json-schema", "zodToJsonSchema"],
};

/** Whether something is a schema of any library that follows Standard Schema, such as Valibot, ArkType or Zod 3. */
export function isStandardSchema(given: unknown): given is StandardSchema {
  if ((typeof given !== "object" && typeof given !== "function") || given === null) return false;
  const standard: unknown = Reflect.get(given, "~standard");
  return isRecord(standard) && typeof standard.validate === "function";
}

/**
 * An input schema from Standard Schema. The library validates; models are shown `written`, or what the library says its JSON
 * Schema is. Throws a sentence when there is none.
 */
export function standardInput(schema: StandardSchema, written?: JsonSchema): InputSchema<unknown> {
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
