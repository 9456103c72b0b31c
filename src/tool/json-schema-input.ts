import { createRequire } from "node:module";
import type { SchemaDraft, Validator } from "@cfworker/json-schema";
import type { JsonSchema } from "../contract/data/json-schema.ts";
import type { InputSchema } from "../contract/tool.ts";
import { boundSchema } from "./bounded-schema.ts";
import { type LinearCheck, linearChecks } from "./linear-checks.ts";
import { schemaIssues } from "./schema-words.ts";

/** An input schema from the JSON Schema of a server or skill. The validator is created on first use, and its cost is bounded. */
export function jsonSchemaInput(schema: JsonSchema): InputSchema<unknown> {
  let checks: Checks | undefined;
  return {
    parse(input) {
      try {
        checks ??= createChecks(schema);
        checks.begin();
        const result = checks.validator.validate(input);
        const issues = [...(result.valid ? [] : schemaIssues(result.errors)), ...checks.linear(input)];
        return issues.length === 0 ? { ok: true, value: input } : { ok: false, issues };
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

const DIALECT = /^https?:\/\/json-schema\.org\/(?:draft\/(2020-12|2019-09)|draft-0(7|6|4))\/schema#?$/;

/** The dialect of a schema, which decides what some keywords mean. Returns `undefined` if we cannot validate it. */
export function draftOf({ $schema }: JsonSchema): SchemaDraft | undefined {
  if ($schema === undefined) return "2020-12";
  const [, year, number] = DIALECT.exec(String($schema)) ?? [];
  if (year === "2020-12" || year === "2019-09") return year;
  if (number === "4") return "4";
  return number === undefined ? undefined : "7";
}

interface Checks {
  readonly validator: Validator;
  readonly linear: LinearCheck;
  begin(): void;
}

// Loaded on demand: most starts validate no foreign schema, and the import would slow down each of them.
function createChecks(source: JsonSchema): Checks {
  const load = createRequire(import.meta.url);
  const library: { Validator: typeof Validator } = load("@cfworker/json-schema");
  const { schema, begin } = boundSchema(source);
  return {
    validator: new library.Validator(schema as object, draftOf(source) ?? "2020-12", false),
    linear: linearChecks(source),
    begin,
  };
}
