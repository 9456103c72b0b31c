import { type Document, isMap, isScalar, isSeq, LineCounter, type Node } from "yaml";
import type { z } from "zod";
import { DejimaError } from "../contract/error.ts";
import { issueWords } from "../support/issue-words.ts";
import { nearest } from "../support/nearest.ts";
import { thrownText } from "../support/thrown-text.ts";
import { yamlDocument } from "../support/yaml-data.ts";
import { isRecord } from "../text/record.ts";
import { mergeConfigs } from "./merge-configs.ts";
import { type Config, configSchema } from "./schema/config-schema.ts";
import { childOf, shapeOf } from "./schema/schema-parts.ts";
import { type EnvironmentVariables, substituteAll, typedText } from "./substitute-environment.ts";

/** A parsed config, with facts that only its text contains. */
interface ParsedConfig {
  readonly config: Config;
  /** Values from the environment. They are never stored or shown. */
  readonly secrets: readonly string[];
  readonly lineOf: LineOf;
}

// Keys that earlier formats have under `tools` or at the top. Both places are accepted.
const UNDER_TOOLS = ["timeout", "networkTimeout", "maxConcurrent", "allowedPaths"] as const;
const AT_TOP = ["webSearch", "mcpServers", "permissions", "sandbox"] as const;

/**
 * Parses the text of a config file. Reports all errors at once, each with its line and the nearest valid name. `below` is the user's
 * own config, which applies where the text sets nothing.
 */
export function parseConfig(
  text: string,
  file: string,
  variables: EnvironmentVariables,
  below?: Readonly<Record<string, unknown>>,
): ParsedConfig {
  const { given, secrets, lineOf } = readWrittenConfig(text, file, variables);
  // The text is validated before merging, so that errors point to it.
  const config = validateConfig(given, file, lineOf);
  if (below === undefined) return { config, secrets, lineOf };
  return { config: validateConfig(mergeConfigs(below, given), file, lineOf), secrets, lineOf };
}

/** A config as written, with variables substituted and keys moved to their current places. */
export function readWrittenConfig(
  text: string,
  file: string,
  variables: EnvironmentVariables,
): Omit<ParsedConfig, "config"> & { readonly given: Readonly<Record<string, unknown>> } {
  const lines = new LineCounter();
  const { document, data } = readYaml(text, file, lines);
  const lineOf: LineOf = (path) => {
    const places = [path, ["tools", ...path], path[0] === "tools" ? path.slice(1) : path];
    return places
      .map((place) => findLine(document.contents, place, lines))
      .find((line) => line !== undefined);
  };
  const { value, secrets, problems } = substituteAll(data, variables);
  if (problems.length > 0) {
    throw badConfig(
      file,
      problems.map(({ path, message }) => `${placeOf(path, lineOf)} ${message}`),
      { unresolved: problems.map(({ path }) => path.join(".")) },
    );
  }
  const raw = typedText(normalise(value, file), configSchema);
  return { given: isRecord(raw) ? raw : {}, secrets, lineOf };
}

function readYaml(text: string, file: string, lines: LineCounter): { document: Document; data: unknown } {
  try {
    const document = yamlDocument(text, { lineCounter: lines });
    const [mistake] = [...document.errors, ...document.warnings];
    if (mistake !== undefined)
      throw badConfig(file, [`line ${mistake.linePos?.[0].line ?? "?"}: ${yamlWords(mistake)}`]);
    return { document, data: document.toJS({ maxAliasCount: MAX_ALIASES }) ?? {} };
  } catch (cause) {
    // The library reports some errors only when it builds the data: aliases without an anchor, or too many of them.
    throw cause instanceof DejimaError ? cause : badConfig(file, [thrownText(cause)]);
  }
}

const MAX_ALIASES = 100;

/** Plain explanations of the most common errors, which the library describes in terms of the grammar. */
const YAML_WORDS: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: "two keys on one line; put what belongs to a key on the lines below it, indented",
  BAD_INDENT: "the indentation does not fit the lines above, or a bracket is not closed",
  TAB_AS_INDENT: "a tab cannot indent; use spaces",
  DUPLICATE_KEY: "the same key appears twice; keep one",
  MISSING_CHAR: "a quotation mark, bracket or colon is missing",
  RESOURCE_EXHAUSTION: "brackets or lists are nested too deep",
  MULTILINE_IMPLICIT_KEY: "a key without a colon after it",
};

function yamlWords({ code, message }: { readonly code: string; readonly message: string }): string {
  // The library appends the position, which the message already begins with, and an excerpt.
  const [first = ""] = message.split("\n");
  return YAML_WORDS[code] ?? first.replace(/ at line \d+, column \d+:?$/, "");
}

function normalise(raw: unknown, file: string): unknown {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw))
    throw badConfig(file, ["the file must contain keys and values"]);
  const top: Record<string, unknown> = { ...raw };
  const hasTools = typeof top.tools === "object" && top.tools !== null && !Array.isArray(top.tools);
  if (top.tools !== undefined && top.tools !== null && !hasTools) return top;
  const tools: Record<string, unknown> = { ...(top.tools as object | null | undefined) };
  move(UNDER_TOOLS, top, tools, file);
  move(AT_TOP, tools, top, file);
  return { ...top, tools };
}

function move(
  keys: readonly string[],
  from: Record<string, unknown>,
  to: Record<string, unknown>,
  file: string,
): void {
  for (const key of keys) {
    if (!Object.hasOwn(from, key)) continue;
    if (Object.hasOwn(to, key))
      throw badConfig(file, [`"${key}" is set twice, at the top and under tools; keep one`]);
    to[key] = from[key];
    delete from[key];
  }
}

function findLine(root: unknown, path: readonly PropertyKey[], lines: LineCounter): number | undefined {
  let node: unknown = root;
  let offset: number | undefined;
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key);
      if (pair === undefined) return undefined;
      offset = (pair.key as Node).range?.[0] ?? offset; // parsed, so it has a range
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)];
      offset = (node as Node | undefined)?.range?.[0] ?? offset; // parsed, so it has a range
    } else break;
  }
  return offset === undefined ? undefined : lines.linePos(offset).line;
}

/** The line of the value at a path (`permissions.deny.0`). `undefined` if it is not from a file. */
export type LineOf = (path: readonly PropertyKey[]) => number | undefined;

/** Validates a config given as data. `file` is its name in messages. */
export function validateConfig(raw: unknown, file: string, lineOf: LineOf = () => undefined): Config {
  const result = configSchema.safeParse(raw);
  if (result.success) return result.data;
  throw badConfig(
    file,
    result.error.issues.flatMap((issue) => describe(issue, lineOf)),
  );
}

/** The position of a value in words: "line 3: tools.timeout". */
function placeOf(path: readonly PropertyKey[], lineOf: LineOf): string {
  const line = lineOf(path);
  return `${line === undefined ? "" : `line ${line}: `}${path.map(String).join(".")}`;
}

function describe(issue: z.core.$ZodIssue, lineOf: LineOf): string[] {
  const at = (path: readonly PropertyKey[]) => placeOf(path, lineOf);
  if (issue.code === "invalid_union") {
    const meant = intendedForm(issue.errors);
    if (meant !== undefined)
      return meant.flatMap((inner) => describe({ ...inner, path: [...issue.path, ...inner.path] }, lineOf));
  }
  if (issue.code !== "unrecognized_keys") return [`${at(issue.path)} ${issueWords(issue)}`];
  const known = knownKeys(issue.path);
  return issue.keys.slice(0, MAX_NAMED_KEYS).map((key) => {
    const close = nearest(key, known).map((name) => `"${name}"`);
    const hint =
      close.length === 0 ? `known keys are ${known.join(", ")}` : `did you mean ${close.join(" or ")}?`;
    return `${at([...issue.path, key])} is not a known key; ${hint}`;
  });
}

/** A message names only so many unknown keys. */
const MAX_NAMED_KEYS = 20;
const MAX_PROBLEM = 1_000;

/** The form that a value has, apart from errors further inside. */
function intendedForm(forms: readonly z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  return forms.find((issues) => issues.length > 0 && issues.every(({ path }) => path.length > 0));
}

function knownKeys(path: readonly PropertyKey[]): string[] {
  const schema = path.reduce<unknown>((parent, key) => childOf(parent, String(key)), configSchema);
  return Object.keys(shapeOf(schema) ?? {});
}

/** An error that lists the file and all its problems. */
function badConfig(file: string, found: readonly string[], more: object = {}): DejimaError {
  const problems = found.map((problem) => problem.slice(0, MAX_PROBLEM));
  const details = { file, problems, ...more };
  return new DejimaError("invalid_input", `Cannot use the config "${file}": ${problems.join("; ")}`, details);
}
