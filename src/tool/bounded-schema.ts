import type { JsonSchema } from "../contract/data/json-schema.ts";
import { oneLine } from "../text/one-line.ts";
import { isRecord } from "../text/record.ts";

/** A foreign schema in a form that cannot keep a validator busy. */
interface BoundedSchema {
  readonly schema: JsonSchema;
  /** Resets the step budget. Call it before each validation, which throws when the steps are used up. */
  begin(): void;
}

const MAX_DEPTH = 64;

/** Honest validations take a few hundred steps. */
const MAX_STEPS = 400_000;

/** A keyword that validators read in every subschema, and that hardly any schema has. */
const COUNTED_KEYWORD = "$recursiveAnchor";

/**
 * Bounds the cost of a schema. `linearChecks` replaces the checks that take a library more than linear time: patterns, because of
 * backtracking, and unique items, because of pairwise comparison. A schema that refers to itself could still run for ever, so
 * every visit to a subschema costs one step for each entry of its keywords.
 */
export function boundSchema(schema: JsonSchema): BoundedSchema {
  let steps = 0;
  const spend = (width: number) => {
    steps += width;
    if (steps > MAX_STEPS) throw new Error("checking it takes too many steps");
  };
  return {
    schema: bounded(schema, { depth: 0, spend }) as JsonSchema, // an object stays an object
    begin() {
      steps = 0;
    },
  };
}

/** Why a foreign schema cannot be used, from the error of a validator, whose message quotes all names of the schema. */
export function schemaFault(cause: unknown): string {
  if (cause instanceof RangeError) return "a reference in it leads back to itself";
  if (cause instanceof TypeError) return "a keyword in it has a value of the wrong type";
  const message = cause instanceof Error ? cause.message : String(cause);
  const [, target] = /^Unresolved \$ref "([^"\n]{0,200})/.exec(message) ?? [];
  return target === undefined ? oneLine(message, 200) : `it refers to "${target}", which is not there`;
}

/** Begins a check by a foreign schema, and throws in plain words what is wrong with the schema. */
export function withPlainFault<Result>(check: () => Result, begin: () => void): Result {
  begin();
  try {
    return check();
  } catch (error) {
    throw new Error(schemaFault(error), { cause: error });
  }
}

interface Walk {
  readonly depth: number;
  spend(width: number): void;
}

function bounded(value: unknown, { depth, spend }: Walk): unknown {
  if (depth > MAX_DEPTH) return {};
  const inner = { depth: depth + 1, spend };
  if (Array.isArray(value)) return value.map((item) => bounded(item, inner));
  if (!isRecord(value)) return value;
  const open = isRecord(value.patternProperties);
  const entries = Object.entries(value).filter(([key, inside]) => !isRemoved(key, inside, open));
  const copy = Object.fromEntries(entries.map(([key, inside]) => [key, bounded(inside, inner)]));
  const width = entries.reduce((sum, [, inside]) => sum + widthOf(inside), 1);
  const original = value[COUNTED_KEYWORD];
  return Object.defineProperty(copy, COUNTED_KEYWORD, {
    get: () => {
      spend(width);
      return original;
    },
    enumerable: false,
  });
}

function widthOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : 0;
}

// A keyword counts only if its value has the right type. Elsewhere it is the name of a property.
function isRemoved(key: string, value: unknown, open: boolean): boolean {
  if (key === COUNTED_KEYWORD) return true; // added again above
  if (key === "pattern") return typeof value === "string";
  if (key === "uniqueItems") return value === true;
  if (key === "patternProperties") return open;
  // Without the patterns that allow a property, these would reject it.
  return open && (key === "additionalProperties" || key === "unevaluatedProperties");
}
