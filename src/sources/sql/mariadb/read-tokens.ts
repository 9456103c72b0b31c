import { RefusedStatement } from "../refused-statement.ts";

/** One piece of a statement. Comments and white space are left out. */
export interface Token {
  readonly kind: "word" | "name" | "string" | "number" | "sign";
  /** As it is sent to the server. */
  readonly text: string;
  /** A word in capitals, a quoted name without its quotes, otherwise the text. */
  readonly value: string;
  /** Whether white space or a comment stands before it. */
  readonly isApart: boolean;
}

const SPACE = /[ \t\n\v\f\r]+/y;
const LINE_COMMENT = /#[^\n]*|--(?=[ \t\n\v\f\r]|$)[^\n]*/y;
const COMMENT = /\/\*([\s\S]*?)\*\//y;
const STRING = /'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S]|"")*"/y;
const NAME = /`((?:[^`]|``)+)`/y;
const WORD = /[0-9A-Za-z_$\u0080-\u{10ffff}]+/uy;
const NUMBER = /^(?:\d+(?:e\d*)?|0x[0-9a-f]+|0b[01]+)$/i;
const VARIABLE = /@/y;
const SIGN = /[-+*/%^&|~!=<>(),.;?:]/y;
const CHARACTER_SETS = /^_(?:utf8mb4|binary)$/i;

/**
 * Splits a text into tokens as MariaDB and MySQL do in the mode that every session is set to: backslashes escape, double quotes
 * are strings, the encoding is UTF-8. Throws what a server could read in another way, and variables unless they are asked for.
 */
export function readTokens(sql: string, { variables = false } = {}): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let end = 0;
  const push = (token: Omit<Token, "isApart">) => {
    tokens.push({ ...token, isApart: at - token.text.length > end });
    end = at;
  };
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(sql);
    if (found !== null) at += found[0].length;
    return found;
  };
  while (at < sql.length) {
    if (take(SPACE) !== null || take(LINE_COMMENT) !== null) continue;
    const comment = take(COMMENT);
    if (comment !== null) {
      if (/^(?:M?!|\+)/.test(comment[1] ?? ""))
        throw new RefusedStatement(
          "a comment that begins with /*! or /*+ is run by the server; leave it out",
        );
      continue;
    }
    const text = take(STRING)?.[0];
    if (text !== undefined) {
      refuseEncoding(tokens.at(-1));
      push({ kind: "string", text, value: text });
      continue;
    }
    const name = take(NAME);
    if (name !== null) {
      push({ kind: "name", text: name[0], value: (name[1] ?? "").replaceAll("``", "`") });
      continue;
    }
    const word = take(WORD)?.[0];
    if (word !== undefined) {
      push(wordToken(word, tokens));
      continue;
    }
    const sign = (take(SIGN) ?? (variables ? take(VARIABLE) : null))?.[0];
    if (sign === undefined) throw new RefusedStatement(unreadable(sql.slice(at, at + 2)));
    if (sign === "-" && sql[at] === "-")
      throw new RefusedStatement(
        "two dashes begin a comment only before a space; write a space between or after them",
      );
    if (sign === ":" && sql[at] === "=" && !variables)
      throw new RefusedStatement("variables outlive a statement; leave := out");
    push({ kind: "sign", text: sign, value: sign });
  }
  return tokens;
}

/** Where a number ends decides what the letters after it mean, so both must be apart. */
function wordToken(word: string, before: readonly Token[]): Omit<Token, "isApart"> {
  const last = before.at(-1);
  const isAfterNumber = last?.value === "." && before.at(-2)?.kind === "number";
  if (/^\d/.test(word)) {
    if (!NUMBER.test(word) && !(last?.value === "." && before.at(-2)?.kind === "name"))
      throw new RefusedStatement(`"${word}" begins like a number; put it in backquotes or write a space`);
    return { kind: "number", text: word, value: word };
  }
  if (isAfterNumber && !/^e\d*$/i.test(word))
    throw new RefusedStatement(`write a space between a number and "${word}"`);
  return { kind: "word", text: word, value: word.toUpperCase() };
}

function refuseEncoding(before: Token | undefined): void {
  if (before?.kind === "word" && before.text.startsWith("_") && !CHARACTER_SETS.test(before.text))
    throw new RefusedStatement(`${before.text} gives a text another encoding; leave it out`);
}

function unreadable(rest: string): string {
  if (rest.startsWith("@")) return "variables (@name, @@name) show or change the session; leave them out";
  if (/^['"`]/.test(rest)) return "a quotation mark is never closed";
  return `it cannot be parsed at ${JSON.stringify(rest[0])}`;
}
