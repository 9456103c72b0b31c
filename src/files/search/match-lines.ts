import { relative } from "node:path";
import { RE2JS } from "re2js";
import type { SearchOptions } from "../../contract/data/file-access.ts";
import { DejimaError } from "../../contract/error.ts";
import { printable, quotePath } from "../file-errors.ts";

/** Tests single lines, in linear time whatever the pattern. */
export interface LineMatcher {
  matches(line: string): boolean;
  /** The position of the first match. */
  indexIn(line: string): number;
}

const MAX_PATTERN = 4000;

/** Compiles a search pattern in RE2 syntax, or takes it literally. */
export function compileLineMatcher(
  pattern: string,
  { literal, ignoreCase }: Pick<SearchOptions, "literal" | "ignoreCase">,
): LineMatcher {
  if (pattern.length > MAX_PATTERN) throw badPattern(pattern, `it is longer than ${MAX_PATTERN} characters`);
  if (/[\r\n]/.test(pattern))
    throw badPattern(pattern, "it contains a line break, and lines are searched one by one");
  if (literal && !ignoreCase) {
    return { matches: (line) => line.includes(pattern), indexIn: (line) => line.indexOf(pattern) };
  }
  const expression = compile(literal ? RE2JS.quote(pattern) : pattern, ignoreCase);
  return {
    matches: (line) => expression.test(line),
    indexIn(line) {
      const matcher = expression.matcher(line);
      return matcher.find() ? matcher.start() : 0;
    },
  };
}

function compile(pattern: string, ignoreCase: boolean): RE2JS {
  try {
    return RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    const why =
      error instanceof Error ? error.message.replace(/^error parsing regexp: /, "") : "it cannot be parsed";
    throw badPattern(pattern, why);
  }
}

function badPattern(pattern: string, why: string): DejimaError {
  return new DejimaError(
    "invalid_input",
    `Cannot search for ${quotePath(pattern)}: ${why}. Use RE2 syntax (no look-around, no back-references), or set literal`,
    { pattern: printable(pattern) },
  );
}

/** Runs a program that ships with the project. The sandbox folder provides it. */
export type RunProgram = (options: {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly maxOutputBytes: number;
}) => Promise<{ readonly exitCode: number; readonly stdout: Buffer; readonly truncated: boolean }>;

interface RipgrepFilterOptions extends Pick<SearchOptions, "literal" | "ignoreCase"> {
  readonly pattern: string;
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly runProgram: RunProgram;
}

/** Maximum length of the arguments of one start, well under the limit of any system. */
const BATCH_CHARACTERS = 100_000;
const FLAGS =
  "--no-config --text --files-with-matches --null --no-messages --no-mmap --color=never --no-ignore --hidden";

/**
 * Filters the files that may match, according to ripgrep. It only narrows down where to look: the files are read again through the
 * guard, so a file that is swapped in between reveals nothing. Returns `undefined` if ripgrep cannot be relied on for this pattern
 * or on this machine.
 */
export async function ripgrepFilter(
  paths: readonly string[],
  options: RipgrepFilterOptions,
): Promise<string[] | undefined> {
  const pattern = options.literal ? options.pattern : ripgrepPattern(options.pattern);
  const program = await ripgrepPath();
  if (pattern === undefined || program === undefined) return undefined;
  const mode = [options.literal ? "--fixed-strings" : [], options.ignoreCase ? "--ignore-case" : []].flat();
  const matching: string[] = [];
  for (const batch of batches(paths, options.cwd)) {
    const names = new Map(batch.map((path) => [relative(options.cwd, path), path]));
    const args = [...FLAGS.split(" "), ...mode, `--regexp=${pattern}`, "--", ...names.keys()];
    const { cwd, signal } = options;
    const run = { file: program, args, cwd, signal, maxOutputBytes: 4 * BATCH_CHARACTERS };
    const result = await options.runProgram(run).catch(() => undefined);
    if (result === undefined || result.exitCode > 1 || result.truncated) return undefined;
    for (const name of result.stdout.toString("utf8").split("\0")) {
      const path = names.get(name);
      if (path !== undefined) matching.push(path);
    }
  }
  return matching;
}

async function ripgrepPath(): Promise<string | undefined> {
  try {
    return (await import("@vscode/ripgrep")).rgPath;
  } catch {
    return undefined;
  }
}

function* batches(paths: readonly string[], cwd: string): Generator<readonly string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const path of paths) {
    batch.push(path);
    characters += path.length - cwd.length;
    if (characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Bytes that are not UTF-8: this engine treats them as one character, ripgrep's never matches them. */
const ODD_BYTES = "(?-u:[\\x80-\\xFF]{1,3})";

/** Lines are tested without the carriage return of a Windows line end. */
const LINE_END = "(?:\\r?$)";

const SAFE_ESCAPE = /^[dwsx]$/;

const CLASSES: Readonly<Record<string, string>> = { d: "0-9", w: "0-9A-Za-z_", s: "\\t\\f\\r " };

const NEGATED: Readonly<Record<string, string>> = { D: "[^0-9]", W: "[^0-9A-Za-z_]", S: "[^\\t\\f\\r ]" };

/**
 * Rewrites a valid RE2 expression for ripgrep, such that ripgrep finds every file with a matching line, and perhaps some more.
 * Returns `undefined` if that cannot be guaranteed.
 */
function ripgrepPattern(pattern: string): string | undefined {
  let result = "";
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at);
    const piece = readEscape(rest) ?? readClass(rest) ?? readGroup(rest) ?? readPlain(rest);
    if (piece === undefined) return undefined;
    result += piece.text;
    at += piece.length;
  }
  return result;
}

interface Piece {
  readonly text: string;
  readonly length: number;
}

function readEscape(rest: string): Piece | undefined {
  if (!rest.startsWith("\\")) return undefined;
  const character = rest.charAt(1);
  const negated = NEGATED[character];
  if (negated !== undefined) return { text: `(?:${negated}|${ODD_BYTES})`, length: 2 };
  // The engines disagree on word boundaries outside ASCII. Without the boundary, ripgrep finds more.
  if (/[bB]/.test(character)) return { text: "(?:)", length: 2 };
  if (character === "A") return { text: "^", length: 2 };
  if (character === "z") return { text: LINE_END, length: 2 };
  if (/[tfv]/.test(character) || SAFE_ESCAPE.test(character)) return { text: `\\${character}`, length: 2 };
  const category = /^\\p(?:[A-Z]|\{[A-Za-z_]+\})/.exec(rest)?.[0];
  if (category !== undefined) return { text: category, length: category.length };
  return /[!-/:-@[-`{-~]/.test(character) ? { text: literal(character), length: 2 } : undefined;
}

function readClass(rest: string): Piece | undefined {
  if (!rest.startsWith("[")) return undefined;
  const [whole, negation, members] = /^\[(\^?)(\]?(?:\[:\^?[a-z]+:\]|\\[\s\S]|[^\]\\])*)\]/.exec(rest) ?? [];
  if (whole === undefined || members === undefined) return undefined;
  const translated = classMembers(members);
  if (translated === undefined) return undefined;
  const text = negation ? `(?:[^${translated}]|${ODD_BYTES})` : `[${translated}]`;
  return { text, length: whole.length };
}

function classMembers(members: string): string | undefined {
  let text = "";
  for (const [part] of members.matchAll(/\[:\^?[a-z]+:\]|\\[\s\S]|[\s\S]/gu)) {
    const escaped = part.startsWith("\\") ? part.slice(1) : undefined;
    if (part.startsWith("[:^")) return undefined;
    if (part.startsWith("[:") || part === "-") text += part;
    else if (escaped === undefined) text += /[\w]/.test(part) || part > "\x7f" ? part : literal(part);
    else if (CLASSES[escaped] !== undefined) text += CLASSES[escaped];
    else if (/[tfv]/.test(escaped)) text += part;
    else if (/[!-/:-@[-`{-~]/.test(escaped)) text += literal(escaped);
    else return undefined;
  }
  return text.includes("--") ? undefined : text;
}

function readGroup(rest: string): Piece | undefined {
  if (!rest.startsWith("(?")) return undefined;
  const head = /^\(\?(?:i|-i)?:|^\(\?-?i\)/.exec(rest)?.[0];
  const named = /^\(\?P?<[A-Za-z_]\w*>/.exec(rest)?.[0];
  if (head !== undefined) return { text: head, length: head.length };
  return named === undefined ? undefined : { text: "(?:", length: named.length };
}

function readPlain(rest: string): Piece | undefined {
  if (rest.startsWith("(?") || rest.startsWith("[") || rest.startsWith("\\")) return undefined;
  const repeat = /^\{\d+(?:,\d*)?\}/.exec(rest)?.[0];
  if (repeat !== undefined) return { text: repeat, length: repeat.length };
  if (rest.startsWith("{")) return undefined;
  const [character = ""] = rest;
  if (character === ".") return { text: `(?:.|${ODD_BYTES})`, length: 1 };
  if (character === "$") return { text: LINE_END, length: 1 };
  return { text: character, length: character.length };
}

function literal(character: string): string {
  return `\\x{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
