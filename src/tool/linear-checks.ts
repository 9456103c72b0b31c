import { createRequire } from "node:module";
import type { RE2JS } from "re2js";
import type { JsonSchema } from "../contract/data/json-schema.ts";
import type { InputIssue } from "../contract/tool.ts";
import { canonicalJson } from "../support/json.ts";
import { isRecord } from "../text/record.ts";

/** Finds values that break a pattern, and duplicates in lists that must be unique. */
export type LinearCheck = (value: unknown) => InputIssue[];

/** Longer texts and patterns are not checked. */
const MAX_TEXT = 100_000;
const MAX_PATTERN = 2_000;
const MAX_DEPTH = 32;
/** A schema can refer to itself twice at every level. This many steps are enough for every honest one. */
const MAX_STEPS = 100_000;

/**
 * Checks the patterns and unique items of a schema that apply unconditionally: in properties and items, through `allOf` and local
 * references. RE2 matches the patterns, in linear time. Checks inside alternatives, and patterns that RE2 does not support, are
 * skipped.
 */
export function linearChecks(schema: JsonSchema): LinearCheck {
  const compiled = new Map<string, RE2JS | undefined>();
  const matches = (pattern: string, text: string) => {
    if (!compiled.has(pattern)) compiled.set(pattern, compile(pattern));
    return text.length > MAX_TEXT || (compiled.get(pattern)?.matcher(text).find() ?? true);
  };

  let steps = 0;
  function check(value: unknown, at: Place, issues: InputIssue[]): void {
    const { schema: part, path, depth } = at;
    steps++;
    if (steps > MAX_STEPS || depth > MAX_DEPTH || !isRecord(part)) return;
    const { pattern, uniqueItems, properties, items, allOf, $ref } = part;
    if (typeof pattern === "string" && typeof value === "string" && !matches(pattern, value))
      issues.push({ path, message: `must match the pattern ${JSON.stringify(pattern)}` });
    if (uniqueItems === true && Array.isArray(value) && new Set(value.map(canonicalJson)).size < value.length)
      issues.push({ path, message: "must not contain the same entry twice" });
    const deeper = (inner: unknown, next: unknown, key?: string | number) =>
      check(
        next,
        {
          schema: inner,
          path: key === undefined ? path : path === "" ? `${key}` : `${path}.${key}`,
          depth: depth + 1,
        },
        issues,
      );
    if (typeof $ref === "string") deeper(resolveReference(schema, $ref), value);
    if (Array.isArray(allOf)) for (const each of allOf) deeper(each, value);
    if (isRecord(properties) && isRecord(value))
      for (const key of Object.keys(properties))
        if (Object.hasOwn(value, key)) deeper(properties[key], value[key], key);
    if (isRecord(items) && Array.isArray(value))
      for (const [index, item] of value.entries()) deeper(items, item, index);
  }

  if (!/"(?:pattern|uniqueItems)"/.test(JSON.stringify(schema))) return () => [];
  return (value) => {
    const issues: InputIssue[] = [];
    steps = 0;
    check(value, { schema, path: "", depth: 0 }, issues);
    return issues;
  };
}

interface Place {
  readonly schema: unknown;
  readonly path: string;
  readonly depth: number;
}

function compile(pattern: string): RE2JS | undefined {
  if (pattern.length > MAX_PATTERN) return undefined;
  // Loaded on demand: most schemas have no pattern.
  const { RE2JS }: { RE2JS: typeof import("re2js").RE2JS } = createRequire(import.meta.url)("re2js");
  try {
    return RE2JS.compile(pattern);
  } catch {
    return undefined; // look-around and back-references cannot be matched in linear time
  }
}

/** The target of a reference within the same document. */
function resolveReference(root: JsonSchema, reference: string): unknown {
  if (!reference.startsWith("#/")) return reference === "#" ? root : undefined;
  const keys = reference.slice(2).split("/");
  return keys.reduce<unknown>((part, key) => {
    const name = decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~");
    return isRecord(part) && Object.hasOwn(part, name) ? part[name] : undefined;
  }, root);
}
