import { createRequire } from "node:module";
import type { Validator } from "@cfworker/json-schema";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { InputIssue, InputSchema } from "../contract/tool.ts";

/** An input schema from JSON Schema, as servers and skills bring them. The validator is made at the first use. */
export function jsonSchemaInput(schema: JsonSchema): InputSchema<unknown> {
  let validator: Validator | undefined;
  return {
    parse(input) {
      validator ??= createValidator(schema);
      try {
        const result = validator.validate(input);
        if (result.valid) return { ok: true, value: input };
        return { ok: false, issues: leaves(result.errors).map(describe) };
      } catch (cause) {
        return {
          ok: false,
          issues: [{ path: "", message: `cannot be checked: the tool's schema is broken (${cause})` }],
        };
      }
    },
    toJsonSchema: () => schema,
  };
}

// Loaded on demand: most starts validate no foreign schema, and the import would cost each of them.
function createValidator(schema: JsonSchema): Validator {
  const load = createRequire(import.meta.url);
  const library: { Validator: typeof Validator } = load("@cfworker/json-schema");
  return new library.Validator(schema as object, "2020-12", false);
}

interface SchemaError {
  readonly keyword: string;
  readonly instanceLocation: string;
  readonly error: string;
}

// The library reports each enclosing keyword too; only the innermost say what to mend.
function leaves(errors: readonly SchemaError[]): SchemaError[] {
  const inner = errors.filter(
    ({ keyword }) => keyword !== "properties" && keyword !== "items" && keyword !== "$ref",
  );
  return inner.length > 0 ? inner : [...errors];
}

function describe({ instanceLocation, error }: SchemaError): InputIssue {
  const path = instanceLocation.replace(/^#\/?/, "").replaceAll("/", ".");
  return { path, message: error.replace(/\.$/, "") };
}
