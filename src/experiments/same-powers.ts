import type { Tool } from "../contract/tool.ts";
import { canonicalJson } from "../support/json.ts";

/** The first property that differs between two versions of a tool and must not. `undefined` if none does. Effects are compared per call. */
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
  ["whether it makes further calls", ({ composes = false }) => composes],
  ["whether it stands for other tools", ({ redirect }) => redirect !== undefined],
  ["whether it is tried before a question", ({ rehearse }) => rehearse !== undefined],
];

/** A schema without texts for the reader. */
function withoutWords(value: unknown, names = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutWords(item));
  if (typeof value !== "object" || value === null) return value;
  const relevant = Object.entries(value).filter(([key]) => names || !WORDS.has(key));
  return Object.fromEntries(
    relevant.map(([key, inner]) => [key, withoutWords(inner, key === "properties" && !names)]),
  );
}

const WORDS: ReadonlySet<string> = new Set(["description", "title", "examples", "$comment"]);
