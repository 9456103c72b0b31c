import { createRequire } from "node:module";
import type { SchemaDraft, Validator } from "@cfworker/json-schema";
import type { JsonSchema } from "../contract/data/json-schema.ts";
import type { InputIssue, InputSchema } from "../contract/tool.ts";
import { boundSchema, schemaFault } from "./bounded-schema.ts";
import { type LinearCheck, linearChecks } from "./linear-checks.ts";

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
          issues: [
            { path: "", message: `cannot be checked: the tool's schema is broken (${schemaFault(cause)})` },
          ],
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

/** An error as the JSON Schema library reports it. */
interface SchemaError {
  readonly keyword: string;
  readonly instanceLocation: string;
  readonly error: string;
}

/** The library's messages and our wording for them. `$1` is the captured part. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^Instance type "\w+" is invalid\. Expected (.+)$/, "must be of type $1"],
  [/^Instance does not match any of \[(.*)\]$/, "must be one of $1"],
  [/^Instance does not match any subschemas$/, "has none of the forms that it may have"],
  [
    /^Instance does not match exactly one subschema.*$/,
    "must have exactly one of the forms that it may have",
  ],
  [/^Instance does not match every subschema$/, "does not fit"],
  [/^Instance does not match "(?:then|else)" schema$/, "does not fit what the other fields need"],
  [/^Instance does not match (.+)$/, "must be $1"],
  [/^Instance matched "not" schema$/, "has a form that is not allowed"],
  [/^Instance has "(.*)" but does not have "(.*)"$/, 'has "$1", which needs "$2" as well'],
  [/^Instance has "(.*)" but does not match.*$/, 'has "$1", which the other fields do not fit'],
  [/^Instance does not have at least.*$/, "has too many or too few fields"],
  [/^String is too short \(\d+ < (\d+)\)$/, "must have at least $1 characters"],
  [/^String is too long \(\d+ > (\d+)\)$/, "must have at most $1 characters"],
  [/^String does not match format "(.*)"$/, "must be a valid $1"],
  [/^(?:-?[\d.e+]+) is less than +(.+)$/, "must be at least $1"],
  [/^(?:-?[\d.e+]+) is greater than +(.+)$/, "must be at most $1"],
  [/^(?:-?[\d.e+]+) is not a multiple of (.+)$/, "must be a multiple of $1"],
  [/^Array has too few items \(\d+ < (\d+)\)$/, "must have at least $1 entries"],
  [/^Array has too many items \(\d+ > (\d+)\)$/, "must have at most $1 entries"],
  [/^Array .*$/, "does not contain the entries that it needs"],
  [/^Property name "(.*)" does not match schema$/, 'has a field "$1", whose name is not allowed'],
  [/^False boolean schema$/, "is not a known field"],
];

/** Keywords whose error only says that there is another one further inside. */
const ENCLOSING = new Set([
  "properties",
  "items",
  "prefixItems",
  "additionalProperties",
  "unevaluatedProperties",
  "patternProperties",
  "$ref",
]);

/** The problems of an input in plain words: the innermost reason for each place. */
function schemaIssues(errors: readonly SchemaError[]): InputIssue[] {
  const inner = errors.filter(({ keyword }) => !ENCLOSING.has(keyword));
  return (inner.length > 0 ? inner : errors).map(describe);
}

function describe({ keyword, instanceLocation, error }: SchemaError): InputIssue {
  const path = instanceLocation
    .replace(/^#\/?/, "")
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");
  const text = error.replace(/\.$/, "");
  const [, missing] = /^Instance does not have required property "(.*)"$/.exec(text) ?? [];
  if (missing !== undefined)
    return { path: path === "" ? missing : `${path}.${missing}`, message: "is missing" };
  if (keyword === "exclusiveMinimum" || keyword === "exclusiveMaximum")
    return {
      path,
      message: `must be ${keyword === "exclusiveMinimum" ? "more" : "less"} than ${text.split(" ").at(-1)}`,
    };
  const [form, words = ""] = WORDS.find(([known]) => known.test(text)) ?? [];
  return {
    path,
    message: form === undefined ? text : text.replace(form, words).replaceAll('", "', '" or "'),
  };
}
