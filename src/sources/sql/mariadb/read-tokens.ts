import { RefusedStatement } from "../database.ts";

/** One token of a statement. Comments and white space are left out. */
export interface Token {
  readonly kind: "word" | "name" | "string" | "number" | "sign";
  /** The text that is sent to the server. */
  readonly text: string;
  /** A keyword in capitals, a quoted name without its quotes, otherwise the text. */
  readonly value: string;
  /** Whether white space or a comment precedes it. */
  readonly isApart: boolean;
}

/** Whether a token is the dot between a qualifier and a name. A quoted name may be a dot as well. */
export function isDot(token: Token | undefined): boolean {
  return token?.kind === "sign" && token.value === ".";
}

/**
 * The statement of these tokens, with a space for each comment. Qualifiers are quoted: the server would read
 * the first one of `FROM .customers` as a keyword, and not as a name.
 */
export function joinTokens(tokens: readonly Token[]): string {
  return tokens
    .map((token, at) => {
      const isQualifier = token.kind === "word" && isDot(tokens[at + 1]) && tokens[at + 2]?.kind !== "number";
      const text = isQualifier ? `\`${token.text}\`` : token.text;
      return at > 0 && token.isApart ? ` ${text}` : text;
    })
    .join("");
}

const SPACE = /[ \t\n\v\f\r]+/y;
const LINE_COMMENT = /#[^\n]*|--(?=[ \t\n\v\f\r]|$)[^\n]*/y;
const STRING = /'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S]|"")*"/y;
const NAME = /`((?:[^`]|``)+)`/y;
const WORD = /[0-9A-Za-z_$\u0080-\u{10ffff}]+/uy;
/** `0X41` and `0B1`, in capitals, are names. */
const NUMBER = /^(?:\d+(?:[eE]\d*)?|0x[0-9a-fA-F]+|0b[01]+)$/;
const VARIABLE = /@/y;
const SIGN = /[-+*/%^&|~!=<>(),.;?:]/y;
const CHARACTER_SETS = /^_(?:utf8mb4|binary)$/i;

/** The end of the comment that begins here. Throws if it is not closed, or if the server would execute it. */
function endOfComment(sql: string, start: number): number {
  const end = sql.indexOf("*/", start + 2);
  if (end === -1) throw new RefusedStatement("a comment does not end; close it with */");
  if (/^(?:M?!|\+)/.test(sql.slice(start + 2, start + 4)))
    throw new RefusedStatement("a comment that begins with /*! or /*+ is run by the server; leave it out");
  return end + 2;
}

/**
 * Splits a text into tokens as MariaDB and MySQL do in the mode of our sessions: backslashes escape, double
 * quotes are strings, the encoding is UTF-8. Throws for text that a server could parse differently, and for
 * variables unless they are allowed.
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
    if (sql.startsWith("/*", at)) {
      at = endOfComment(sql, at);
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
      if (name[1]?.startsWith("#mysql50#"))
        throw new RefusedStatement("#mysql50# is a second spelling of names; leave it out");
      push({ kind: "name", text: name[0], value: (name[1] ?? "").replaceAll("``", "`") });
      continue;
    }
    const word = take(WORD)?.[0];
    if (word !== undefined) {
      // Without an exponent after it, the server reads it as a name.
      if (/^\d+e$/i.test(word) && !/^[-+]\d/.test(sql.slice(at, at + 2))) throw likeNumber(word);
      push(wordToken(word, tokens, at - word.length > end));
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

/** Where a number ends decides what the following letters mean, so both must be separated. */
function wordToken(word: string, before: readonly Token[], isApart: boolean): Omit<Token, "isApart"> {
  const [dot, owner] = isDot(before.at(-1)) ? [before.at(-1), before.at(-2)] : [];
  if (/^\d/.test(word)) {
    // After a name and a dot it would be a name as well. As the rest of a number (`SELECT .5`) it follows the
    // dot, and that a space.
    const isName = (owner?.kind === "word" || owner?.kind === "name") && (isApart || dot?.isApart === false);
    if (!NUMBER.test(word) || isName) throw likeNumber(word);
    return { kind: "number", text: word, value: word };
  }
  if (owner?.kind === "number" && !/^e\d*$/i.test(word))
    throw new RefusedStatement(`write a space between a number and "${word}"`);
  return { kind: "word", text: word, value: word.toUpperCase() };
}

function likeNumber(word: string): RefusedStatement {
  return new RefusedStatement(`"${word}" begins like a number; put it in backquotes or write a space`);
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
