import type { Tool } from "../contract/tool.ts";
import { canonicalJson } from "../support/json.ts";

/** In what two versions of a tool differ that must be the same; `undefined` if in nothing. Effects are compared with each call. */
export function powerDifference(a: Tool, b: Tool): string | undefined {
  const found = PARTS.find(([, read]) => canonicalJson(read(a)) !== canonicalJson(read(b)));
  return found?.[0];
}

const PARTS: readonly (readonly [string, (tool: Tool) => unknown])[] = [
  ["its name", ({ name }) => name],
  ["where it comes from", ({ source, origin, skill = null }) => ({ source, origin, skill })],
  ["who may call it", ({ callers = ["model", "interface"] }) => [...callers].sort()],
  ["its risk", ({ risk }) => risk],
  ["its category", ({ category }) => category],
  ["its input schema", ({ input }) => withoutWords(input.toJsonSchema())],
  ["what it does with content", ({ flow }) => ({ ...flow })],
  [
    "the roles of its arguments",
    ({ roles = {}, roleOverrides = {} }) => ({ roles: { ...roles }, roleOverrides: { ...roleOverrides } }),
  ],
  ["what it depends on", ({ dependsOn }) => [...dependsOn]],
  ["whether it makes calls of its own", ({ composes = false }) => composes],
  ["whether it stands for other tools", ({ redirect }) => redirect !== undefined],
  ["whether it is tried before a question", ({ rehearse }) => rehearse !== undefined],
];

/** A schema without what is only said to the reader. */
function withoutWords(value: unknown, names = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutWords(item));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => names || !WORDS.has(key));
  return Object.fromEntries(
    kept.map(([key, held]) => [key, withoutWords(held, key === "properties" && !names)]),
  );
}

const WORDS: ReadonlySet<string> = new Set(["description", "title", "examples", "$comment"]);
