import { parseDocument } from "yaml";
import { thrownText } from "../../../support/thrown-text.ts";
import { oneLine } from "../../../text/one-line.ts";
import { withoutByteOrderMark } from "../../../text/unseen.ts";

/** Values as YAML's failsafe schema gives them: text, lists and maps, nothing guessed from the spelling. */
export type HeaderValue = string | readonly HeaderValue[] | HeaderMap;

export type HeaderMap = { readonly [key: string]: HeaderValue };

export interface HeaderFields {
  readonly fields: ReadonlyMap<string, HeaderValue>;
  /** How the fields were got: as they stand, after quoting, line by line, or not at all. */
  readonly read: "whole" | "quoted" | "by-line" | "none";
  readonly problem?: string;
}

/** The longest header that is read: a YAML parser should not be fed megabytes. */
const MAX_HEADER_LENGTH = 64 * 1024;

/** Reads the header of a SKILL.md as its author meant it, and says how much it had to guess. */
export function readHeaderFields(header: string): HeaderFields {
  if (header.length > MAX_HEADER_LENGTH) {
    return { fields: new Map(), read: "none", problem: `it is longer than ${MAX_HEADER_LENGTH} characters` };
  }
  const whole = parseMap(header);
  if (whole.fields !== undefined) return { fields: whole.fields, read: "whole" };
  const problem = whole.problem ?? "it is not a map of keys and values";
  const quoted = parseMap(quoteValues(header));
  if (quoted.fields !== undefined) return { fields: quoted.fields, read: "quoted", problem };
  const lines = readLines(header);
  return { fields: lines, read: lines.size === 0 ? "none" : "by-line", problem };
}

/** Parses a YAML text whose root is a map. */
export function parseMap(text: string): { fields?: Map<string, HeaderValue>; problem?: string } {
  try {
    const document = parseDocument(text, {
      schema: "failsafe",
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: "silent",
    });
    const [error] = document.errors;
    if (error !== undefined) return { problem: oneLine(error.message, MAX_PROBLEM) };
    const value: unknown = document.toJS({ maxAliasCount: 50 });
    // The failsafe schema makes nothing but text, lists and maps.
    return isMap(value) ? { fields: new Map(Object.entries(value as HeaderMap)) } : {};
  } catch (error) {
    return { problem: oneLine(thrownText(error), MAX_PROBLEM) };
  }
}

/** The parser quotes what it could not read, which may be long and hostile. */
const MAX_PROBLEM = 200;

export function isMap(value: unknown): value is HeaderMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Matched against a line without blanks at its end. */
const KEY_LINE = /^([A-Za-z_][\w-]*)[ \t]*:(?:[ \t]+(.*))?$/;

/** Puts quotes around one-line values that YAML would take for something else: `a: b: c`, `[x] y`, `@z`, `*`. */
function quoteValues(header: string): string {
  const lines = header.replaceAll("\t", "  ").split("\n");
  return lines
    .map((line, index) => {
      const [, key, value = ""] = KEY_LINE.exec(line.trimEnd()) ?? [];
      const next = lines[index + 1] ?? "";
      if (key === undefined || value === "" || /^[|>][+-]?\d?$/.test(value)) return line;
      if (/^[[{]/.test(value) && /^[ \t]+\S|^[\]}]/.test(next)) return line;
      return `${key}: ${JSON.stringify(unquote(value))}`;
    })
    .join("\n");
}

function unquote(value: string): string {
  const [, , inner] = /^(["'])(.*)\1$/.exec(value) ?? [];
  return inner ?? value;
}

/** The last resort: one-line values of keys at the start of a line. Whatever is nested is left out. */
function readLines(header: string): Map<string, HeaderValue> {
  const found = new Map<string, HeaderValue>();
  for (const line of header.split("\n")) {
    const [, key, value = ""] = KEY_LINE.exec(line.trimEnd()) ?? [];
    if (key !== undefined && value !== "" && !/^[|>]/.test(value)) found.set(key, unquote(value));
  }
  return found;
}

/** A SKILL.md cut in two. Offsets count UTF-16 units of the text that was given. */
export interface SplitText {
  /** The YAML between the `---` lines; left out when there is none. */
  readonly header?: string;
  readonly headerStart: number;
  readonly body: string;
  /** Why the cut was not where the specification wants it. */
  readonly oddity?:
    | "byte-order-mark"
    | "text-before-front-matter"
    | "no-front-matter"
    | "no-fences"
    | "no-end";
}

const OPENING = /^---[ \t]*\r?\n/;

/** What authors put before the header though nothing may be there: blank lines, comments, a code fence. */
const PREFIX = /^(?:\s+|<!--[\s\S]{0,2000}?-->|```(?:ya?ml|markdown|md)?[ \t]*(?=\r?\n---))/;

const CLOSING = /^(?:---|\.\.\.)[ \t]*\r?$/m;

/** A header whose author forgot both fences: it starts with one of the two required keys. */
const BARE_HEADER = /^(?:name|description)[ \t]*:.*(?:\r?\n(?:[A-Za-z][\w-]*[ \t]*:|[ \t]+\S|-[ \t]).*)*/;

const BOM = "byte-order-mark";

/** Cuts a SKILL.md at its `---` lines. Never fails: text without a header is all body. */
export function splitFrontMatter(text: string): SplitText {
  const start = skipPrefix(text);
  const opening = OPENING.exec(text.slice(start));
  if (opening === null) return splitBareHeader(text, start);
  const headerStart = start + opening[0].length;
  const rest = text.slice(headerStart);
  const closing = CLOSING.exec(rest);
  if (closing === null) return splitUnclosed(rest, headerStart);
  return {
    header: rest.slice(0, closing.index),
    headerStart,
    body: rest.slice(closing.index + closing[0].length).replace(/^\r?\n/, ""),
    ...(start === 0
      ? {}
      : { oddity: withoutByteOrderMark(text.slice(0, start)) === "" ? BOM : "text-before-front-matter" }),
  };
}

function skipPrefix(text: string): number {
  let start = text.length - withoutByteOrderMark(text).length;
  for (let match = PREFIX.exec(text.slice(start)); match !== null; match = PREFIX.exec(text.slice(start))) {
    if (match[0] === "") break;
    start += match[0].length;
  }
  return start;
}

function splitBareHeader(text: string, start: number): SplitText {
  const rest = text.slice(start);
  const bare = BARE_HEADER.exec(rest);
  if (bare === null) return { headerStart: 0, body: withoutByteOrderMark(text), oddity: "no-front-matter" };
  const body = rest.slice(bare[0].length).replace(/^\s*(?:---[ \t]*\r?\n)?/, "");
  return { header: bare[0], headerStart: start, body, oddity: "no-fences" };
}

/** The header of a file without a closing line ends where its keys end. */
function splitUnclosed(rest: string, headerStart: number): SplitText {
  const bare = BARE_HEADER.exec(rest);
  if (bare === null) return { headerStart: 0, body: rest, oddity: "no-end" };
  return { header: bare[0], headerStart, body: rest.slice(bare[0].length).trimStart(), oddity: "no-end" };
}
