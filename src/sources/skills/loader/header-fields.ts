import { parseDocument } from "yaml";
import { thrownText } from "../../../support/thrown-text.ts";
import { oneLine } from "../../../text/one-line.ts";

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
