import type { JsonSchema } from "../contract/json-schema.ts";
import { isRecord } from "../support/json.ts";

/** A stranger's schema in a form that a validator cannot be kept busy with. */
interface BoundedSchema {
  readonly schema: JsonSchema;
  /** To be called before each check: it has so many steps from here, and throws when they are used up. */
  begin(): void;
}

const MAX_DEPTH = 64;

/** Honest checks take a few hundred. */
const MAX_STEPS = 400_000;

/** A keyword that validators look at in every schema that they come to, and that hardly any schema has. */
const LOOKED_AT = "$recursiveAnchor";

/**
 * Bounds a schema. What a library checks in more than linear time is left out (`linearChecks` does that): patterns, by backtracking,
 * and unique items, each with each. A schema that refers to itself can take for ever all the same; so every look at a part of it
 * costs as many steps as the part is wide.
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
  const kept = Object.entries(value).filter(([key, held]) => !isLeftOut(key, held, open));
  const copy = Object.fromEntries(kept.map(([key, held]) => [key, bounded(held, inner)]));
  const width = kept.reduce((sum, [, held]) => sum + widthOf(held), 1);
  const said = value[LOOKED_AT];
  return Object.defineProperty(copy, LOOKED_AT, {
    get: () => {
      spend(width);
      return said;
    },
    enumerable: false,
  });
}

function widthOf(held: unknown): number {
  if (Array.isArray(held)) return held.length;
  return isRecord(held) ? Object.keys(held).length : 0;
}

// A keyword is one only where it holds what it should; elsewhere it is the name of a property.
function isLeftOut(key: string, held: unknown, open: boolean): boolean {
  if (key === LOOKED_AT) return true; // put back above
  if (key === "pattern") return typeof held === "string";
  if (key === "uniqueItems") return held === true;
  if (key === "patternProperties") return open;
  // Without the patterns that admit a property, these would refuse it.
  return open && (key === "additionalProperties" || key === "unevaluatedProperties");
}
