import { z } from "zod";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { InputIssue, InputSchema } from "../contract/tool.ts";
import { didYouMean } from "../support/nearest.ts";

/** An input schema from Zod. Objects refuse fields that they do not name: a misspelt option must not pass unseen. */
export function zodInput<Schema extends z.ZodType>(schema: Schema): InputSchema<z.output<Schema>> {
  const strict: z.ZodType =
    schema instanceof z.ZodObject && schema.def.catchall === undefined ? schema.strict() : schema;
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  let written: JsonSchema | undefined;
  return {
    parse(input) {
      const result = strict.safeParse(input);
      return result.success
        ? // The strict twin parses to the same type as the schema it was made of.
          { ok: true, value: result.data as z.output<Schema> }
        : { ok: false, issues: result.error.issues.flatMap((issue) => describe(issue, input, known)) };
    },
    // Written out once: it is asked for with every approval, and takes longer than all the rest of it.
    toJsonSchema() {
      written ??= z.toJSONSchema(strict, { io: "input" });
      return written;
    },
  };
}

function describe(issue: z.core.$ZodIssue, input: unknown, known: readonly string[]): InputIssue[] {
  const path = issue.path.reduce<string>(joinPath, "");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: joinPath(path, key), message: unknownField(key, known) }));
  }
  if (issue.code === "invalid_type" && isAbsent(input, issue.path)) {
    return [{ path, message: `is missing; expected ${issue.expected}` }];
  }
  return [{ path, message: lowerFirst(issue.message) }];
}

function isAbsent(input: unknown, path: readonly PropertyKey[]): boolean {
  const held = path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
  return held === undefined;
}

function unknownField(key: string, known: readonly string[]): string {
  const fields = known.length === 0 ? "this tool takes no fields" : `known fields are ${known.join(", ")}`;
  return `is not a known field; ${fields}${didYouMean(key, known)}`;
}

function joinPath(path: string, key: PropertyKey): string {
  if (typeof key === "number") return `${path}[${key}]`;
  return path === "" ? String(key) : `${path}.${String(key)}`;
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
