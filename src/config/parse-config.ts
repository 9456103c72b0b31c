import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { DejimaError } from "../contract/error.ts";
import type { Config } from "./config-schema.ts";
import { type EnvironmentVariables, substituteEnvironment } from "./substitute-environment.ts";
import { badConfig, type LineOf, validateConfig } from "./validate-config.ts";

/** A config that was read, with what its text alone can tell. */
export interface ParsedConfig {
  readonly config: Config;
  /** Values that came from the environment: never to be stored or shown. */
  readonly secrets: readonly string[];
  readonly lineOf: LineOf;
}

// Keys that earlier formats keep under `tools`, or at the top; both places are understood.
const UNDER_TOOLS = ["timeout", "networkTimeout", "maxConcurrent", "allowedPaths"] as const;
const AT_TOP = ["webSearch", "mcpServers", "permissions", "sandbox"] as const;

/** Reads the text of a config file. Every mistake is told at once, with its line and the nearest right name. */
export function parseConfig(text: string, file: string, variables: EnvironmentVariables): ParsedConfig {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const [error] = document.errors;
  if (error !== undefined)
    throw badConfig(file, [`line ${error.linePos?.[0].line ?? "?"}: ${error.message.split("\n")[0]}`]);
  const secrets = new Set<string>();
  const raw = substituteAll(document.toJS({ maxAliasCount: 100 }) ?? {}, variables, secrets, file);
  const lineOf = (path: readonly PropertyKey[]) => findLine(document.contents, path, lines);
  return { config: validateConfig(normalise(raw, file), file, lineOf), secrets: [...secrets], lineOf };
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

function substituteAll(
  value: unknown,
  variables: EnvironmentVariables,
  secrets: Set<string>,
  file: string,
): unknown {
  if (typeof value === "string") {
    try {
      return substituteEnvironment(value, variables, (secret) => secrets.add(secret));
    } catch (error) {
      throw error instanceof DejimaError ? badConfig(file, [error.message]) : error;
    }
  }
  if (Array.isArray(value)) return value.map((item) => substituteAll(item, variables, secrets, file));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [key, substituteAll(held, variables, secrets, file)]),
  );
}

function findLine(root: unknown, path: readonly PropertyKey[], lines: LineCounter): number | undefined {
  let node: unknown = root;
  let offset: number | undefined;
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key);
      offset = (pair?.key as Node | undefined)?.range?.[0] ?? offset;
      node = pair?.value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)];
      offset = (node as Node | undefined)?.range?.[0] ?? offset;
    } else break;
  }
  return offset === undefined ? undefined : lines.linePos(offset).line;
}
