import { thrownText } from "../../../support/thrown-text.ts";
import { yamlDocument } from "../../../support/yaml-data.ts";
import { withoutByteOrderMark } from "../../../text/hidden-characters.ts";
import { oneLine } from "../../../text/one-line.ts";

/** Values of YAML's failsafe schema: texts, lists and maps. Types are not guessed from the spelling. */
export type HeaderValue = string | readonly HeaderValue[] | HeaderMap;

/** A map of a header. */
export type HeaderMap = { readonly [key: string]: HeaderValue };

/** The fields of a header. */
export interface HeaderFields {
  readonly fields: ReadonlyMap<string, HeaderValue>;
  /** How the fields were read: as YAML, after quoting values, line by line, or not at all. */
  readonly read: "whole" | "quoted" | "by-line" | "none";
  readonly problem?: string;
}

/** The longest header that is parsed. */
const MAX_HEADER_LENGTH = 64 * 1024;

/** Parses the header of a SKILL.md, also if it is not valid YAML, and says how it was read. */
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

/** Parses a YAML text whose root must be a map. */
export function parseMap(text: string): { fields?: Map<string, HeaderValue>; problem?: string } {
  try {
    const document = yamlDocument(text, { schema: "failsafe", uniqueKeys: false, prettyErrors: false });
    const [error] = document.errors;
    if (error !== undefined) return { problem: oneLine(error.message, MAX_PROBLEM) };
    const value: unknown = document.toJS({ maxAliasCount: 50 });
    // The failsafe schema produces only texts, lists and maps.
    return isMap(value) ? { fields: new Map(Object.entries(value as HeaderMap)) } : {};
  } catch (error) {
    return { problem: oneLine(thrownText(error), MAX_PROBLEM) };
  }
}

/** Messages of the parser quote the text, which may be long and hostile. */
const MAX_PROBLEM = 200;

/** Whether a value is a map. */
export function isMap(value: unknown): value is HeaderMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Matched against a line without spaces at its end. */
const KEY_LINE = /^([A-Za-z_][\w-]*)[ \t]*:(?:[ \t]+(.*))?$/;

/** Quotes one-line values that are not plain YAML texts: `a: b: c`, `[x] y`, `@z`, `*`. */
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

/** The last resort: reads one-line values of keys at the start of a line. Ignores nested values. */
function readLines(header: string): Map<string, HeaderValue> {
  const found = new Map<string, HeaderValue>();
  for (const line of header.split("\n")) {
    const [, key, value = ""] = KEY_LINE.exec(line.trimEnd()) ?? [];
    if (key !== undefined && value !== "" && !/^[|>]/.test(value)) found.set(key, unquote(value));
  }
  return found;
}

/** A SKILL.md, split into header and body. Offsets count UTF-16 units of the input. */
export interface SplitText {
  /** The YAML between the `---` lines. Left out if there is none. */
  readonly header?: string;
  readonly headerStart: number;
  readonly body: string;
  /** How the text differs from the specification. */
  readonly oddity?:
    | "byte-order-mark"
    | "text-before-front-matter"
    | "no-front-matter"
    | "no-fences"
    | "no-end";
}

const OPENING = /^---[ \t]*\r?\n/;

/** What some authors wrongly put before the header: blank lines, comments, a code fence. */
const PREFIX = /^(?:\s+|<!--[\s\S]{0,2000}?-->|```(?:ya?ml|markdown|md)?[ \t]*(?=\r?\n---))/;

const CLOSING = /^(?:---|\.\.\.)[ \t]*\r?$/m;

/** A header without both fences. It starts with one of the two required keys. */
const BARE_HEADER = /^(?:name|description)[ \t]*:.*(?:\r?\n(?:[A-Za-z][\w-]*[ \t]*:|[ \t]+\S|-[ \t]).*)*/;

const BOM = "byte-order-mark";

/** Splits a SKILL.md at its `---` lines. A text without a header is all body. */
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

/** Without a closing line, the header ends after its last key. */
function splitUnclosed(rest: string, headerStart: number): SplitText {
  const bare = BARE_HEADER.exec(rest);
  if (bare === null) return { headerStart: 0, body: rest, oddity: "no-end" };
  return { header: bare[0], headerStart, body: rest.slice(bare[0].length).trimStart(), oddity: "no-end" };
}
