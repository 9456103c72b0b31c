import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import type { z } from "zod";
import { DejimaError } from "../contract/error.ts";
import { issueWords } from "../support/issue-words.ts";
import { nearest } from "../support/nearest.ts";
import { thrownText } from "../support/thrown-text.ts";
import { type Config, configSchema } from "./config-schema.ts";
import { mergeConfigs } from "./merge-configs.ts";
import { childOf, shapeOf } from "./schema-parts.ts";
import { type EnvironmentVariables, substituteAll, typedText } from "./substitute-environment.ts";

/** A config that was read, with what its text alone can tell. */
interface ParsedConfig {
  readonly config: Config;
  /** Values that came from the environment: never to be stored or shown. */
  readonly secrets: readonly string[];
  readonly lineOf: LineOf;
}

// Keys that earlier formats keep under `tools`, or at the top; both places are understood.
const UNDER_TOOLS = ["timeout", "networkTimeout", "maxConcurrent", "allowedPaths"] as const;
const AT_TOP = ["webSearch", "mcpServers", "permissions", "sandbox"] as const;

/**
 * Reads the text of a config file. Every mistake is told at once, with its line and the nearest right name. `below` is what the user's
 * own config says: it holds where the text is silent.
 */
export function parseConfig(
  text: string,
  file: string,
  variables: EnvironmentVariables,
  below?: Readonly<Record<string, unknown>>,
): ParsedConfig {
  const { given, secrets, lineOf } = readGiven(text, file, variables);
  // The text is checked by itself first, so that a mistake is told where it was made.
  const config = validateConfig(given, file, lineOf);
  if (below === undefined) return { config, secrets, lineOf };
  return { config: validateConfig(mergeConfigs(below, given), file, lineOf), secrets, lineOf };
}

/** A config as it was written, with variables filled in and every key in its place. */
export function readGiven(
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
    );
  }
  const raw = typedText(normalise(value, file), configSchema);
  return { given: isRecord(raw) ? raw : {}, secrets, lineOf };
}

function readYaml(text: string, file: string, lines: LineCounter): { document: Document; data: unknown } {
  try {
    const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
    const [mistake] = [...document.errors, ...document.warnings];
    if (mistake !== undefined)
      throw badConfig(file, [`line ${mistake.linePos?.[0].line ?? "?"}: ${yamlWords(mistake)}`]);
    return { document, data: document.toJS({ maxAliasCount: MAX_ALIASES }) ?? {} };
  } catch (cause) {
    // The library throws what it finds only when it builds the data: aliases without an anchor, or too many of them.
    throw cause instanceof DejimaError ? cause : badConfig(file, [thrownText(cause)]);
  }
}

const MAX_ALIASES = 100;

/** What the mistakes that people make most mean; the library speaks of the grammar. */
const YAML_WORDS: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: "two keys on one line; put what belongs to a key on the lines below it, indented",
  BAD_INDENT: "the indentation does not fit the lines above, or a bracket is not closed",
  TAB_AS_INDENT: "a tab cannot indent; use spaces",
  DUPLICATE_KEY: "the same key stands there twice; keep one",
  MISSING_CHAR: "a quotation mark, bracket or colon is missing",
  MULTILINE_IMPLICIT_KEY: "a key without a colon after it",
};

function yamlWords({ code, message }: { readonly code: string; readonly message: string }): string {
  // The library adds the place, which stands in front already, and a picture of it.
  const [first = ""] = message.split("\n");
  return YAML_WORDS[code] ?? first.replace(/ at line \d+, column \d+:?$/, "");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function normalise(raw: unknown, file: string): unknown {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw))
    throw badConfig(file, ["the file must hold keys and values"]);
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
      throw badConfig(file, [`"${key}" is given twice, at the top and under tools; keep one`]);
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
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)];
      offset = (node as Node | undefined)?.range?.[0] ?? offset;
    } else break;
  }
  return offset === undefined ? undefined : lines.linePos(offset).line;
}

/** The line on which the value at a path (`permissions.deny.0`) stands, if it stands in a file. */
export type LineOf = (path: readonly PropertyKey[]) => number | undefined;

/** Checks a config that was given as data; file names the place for messages. */
export function validateConfig(raw: unknown, file: string, lineOf: LineOf = () => undefined): Config {
  const result = configSchema.safeParse(raw);
  if (result.success) return result.data;
  throw badConfig(
    file,
    result.error.issues.flatMap((issue) => describe(issue, lineOf)),
  );
}

/** "line 3: tools.timeout": where a value stands, in words. */
function placeOf(path: readonly PropertyKey[], lineOf: LineOf): string {
  const line = lineOf(path);
  return `${line === undefined ? "" : `line ${line}: `}${path.map(String).join(".")}`;
}

function describe(issue: z.core.$ZodIssue, lineOf: LineOf): string[] {
  const at = (path: readonly PropertyKey[]) => placeOf(path, lineOf);
  if (issue.code === "invalid_union") {
    const meant = meantForm(issue.errors);
    if (meant !== undefined)
      return meant.flatMap((inner) => describe({ ...inner, path: [...issue.path, ...inner.path] }, lineOf));
  }
  if (issue.code !== "unrecognized_keys") return [`${at(issue.path)} ${issueWords(issue)}`];
  const known = knownKeys(issue.path);
  return issue.keys.map((key) => {
    const close = nearest(key, known).map((name) => `"${name}"`);
    const hint =
      close.length === 0 ? `known keys are ${known.join(", ")}` : `did you mean ${close.join(" or ")}?`;
    return `${at([...issue.path, key])} is not a known key; ${hint}`;
  });
}

/** Of the forms that a value may take, the one that it takes but for mistakes further inside. */
function meantForm(forms: readonly z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  return forms.find((issues) => issues.length > 0 && issues.every(({ path }) => path.length > 0));
}

function knownKeys(path: readonly PropertyKey[]): string[] {
  const schema = path.reduce<unknown>((held, key) => childOf(held, String(key)), configSchema);
  return Object.keys(shapeOf(schema) ?? {});
}

/** An error that names the file and all that is wrong with it. */
function badConfig(file: string, problems: readonly string[]): DejimaError {
  return new DejimaError("invalid_input", `Cannot use the config "${file}": ${problems.join("; ")}`, {
    file,
    problems,
  });
}
