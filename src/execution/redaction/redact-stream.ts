import { hiddenKind } from "../../text/hidden-characters.ts";
import { isStyled } from "../../text/readings.ts";
import { findTokens } from "./find-tokens.ts";
import { TOKEN_SHAPES } from "./known-tokens.ts";
import type { Redactor } from "./redactor.ts";

/** Redacts text that arrives in pieces. A secret may be split anywhere. */
export interface StreamRedactor {
  /** Returns the text that can be shown by now. The end is held back while it may belong to a secret. */
  push(piece: string): string;
  /** Returns the rest. */
  end(): string;
}

const MAX_TOKEN_LENGTH = 4_000;
const MAX_KEY_LENGTH = 20_000;

/** Words that make the following text a token, at the end of the text so far. */
const CONTEXTS = TOKEN_SHAPES.filter(({ gap }) => gap !== undefined)
  .flatMap(({ leads }) => leads.map((lead) => lead.trim()))
  .filter((lead) => /^[\w-]+$/.test(lead));
const LEAD = new RegExp(
  `(?:${CONTEXTS.join("|")})[\\s"'\`=:>,|?[\\\\]{0,8}(?:[A-Za-z][A-Za-z0-9-]{1,20}[ =]{0,2})?$`,
  "i",
);
const MAX_LEAD_LENGTH = 80;

export function redactStream({ text, values }: Redactor): StreamRedactor {
  let pending = "";
  // Set while skipping the rest of a token that was too long to be held back.
  let skip: Skip | undefined;
  return {
    push(piece) {
      const after = skip === undefined ? piece : skip(piece);
      if (after === undefined) return "";
      skip = undefined;
      const raw = pending + after;
      const cut = [beforeKey, ...values.map(beforeValue)].reduce(
        (at, before) => before(raw, at),
        beforeToken(raw),
      );
      const token = findTokens(raw).find(
        ({ known, end, name }) => known < cut && (end > cut || (end === raw.length && isOpen(name, raw))),
      );
      if (token !== undefined && token.end === raw.length && raw.length - token.start > MAX_KEY_LENGTH) {
        skip = token.name === "private key" ? skipKey(raw.slice(token.start)) : skipToken(token.rest);
        pending = "";
        return `${text(raw.slice(0, token.start))}[redacted: ${token.name}]`;
      }
      const whole = token?.known ?? cut;
      pending = raw.slice(whole);
      return text(raw.slice(0, whole));
    },
    end: () => text(pending),
  };
}

// A token is a run of visible ASCII characters of any width, with hidden ones between. Anything else, such as a blank or a
// letter of another script, ends it.
function beforeToken(raw: string): number {
  let at = beforeOpenSequence(raw);
  while (raw.length - at < MAX_TOKEN_LENGTH) {
    const length = sequenceBefore(raw, at) || (isVisible(raw.charCodeAt(at - 1)) ? 1 : hiddenLength(raw, at));
    if (length === 0) break;
    at -= length;
  }
  const before = raw.slice(Math.max(0, at - MAX_LEAD_LENGTH), at);
  return at - (LEAD.exec(before)?.[0].length ?? 0);
}

/** Whether a text that ends with this token ends inside a private key, whose lines are not one word. */
function isOpen(name: string, raw: string): boolean {
  return name === "private key" && !raw.endsWith("-----");
}

/** Drops the rest of a token from a piece. Returns `undefined` while the token continues. */
type Skip = (piece: string) => string | undefined;

function skipToken(rest: RegExp): Skip {
  return (piece) => {
    rest.lastIndex = 0;
    const length = rest.test(piece) ? rest.lastIndex : 0;
    return length === piece.length ? undefined : piece.slice(length);
  };
}

const KEY_LETTERS = /[A-Za-z0-9+/=:,.\s\\"-]*/y;
const MAX_CLOSING_LENGTH = 140;

/** The same for a private key: it ends after its closing line, or at the first character that no key contains. */
function skipKey(begin: string): Skip {
  let seen = begin.slice(-MAX_CLOSING_LENGTH);
  return (piece) => {
    const raw = seen + piece;
    const closing = raw.indexOf("-----END ");
    const end = closing === -1 ? Number.POSITIVE_INFINITY : endOfKey(raw, closing);
    if (end <= raw.length) return raw.slice(Math.max(end, seen.length));
    KEY_LETTERS.lastIndex = seen.length;
    KEY_LETTERS.test(raw);
    if (KEY_LETTERS.lastIndex < raw.length) return raw.slice(Math.max(KEY_LETTERS.lastIndex, seen.length));
    seen = raw.slice(-MAX_CLOSING_LENGTH);
    return undefined;
  };
}

const MAX_SEQUENCE_LENGTH = 300;
const OPENS_STRING = /(?:\x1b[\]PX^_k]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x80-\x9f]*$/;

/** The start of an unfinished terminal sequence, such as a title. Without one, the end of the text. */
function beforeOpenSequence(raw: string): number {
  return raw.length - (OPENS_STRING.exec(raw.slice(-MAX_SEQUENCE_LENGTH))?.[0].length ?? 0);
}

/** The length of the terminal sequence that ends at a position, or 0. */
function sequenceBefore(raw: string, at: number): number {
  const end = raw.endsWith("\x1b\\", at) ? 2 : /[\x07\x9c]/.test(raw[at - 1] ?? "") ? 1 : 0;
  if (end === 0) return 0;
  const before = raw.slice(Math.max(0, at - MAX_SEQUENCE_LENGTH), at - end);
  const length = OPENS_STRING.exec(before)?.[0].length ?? 0;
  return length === 0 ? 0 : length + end;
}

/** The length of the character before a position if it is hidden or a styled letter, or 0. */
function hiddenLength(raw: string, at: number): number {
  const length = (raw.codePointAt(at - 2) ?? 0) > 0xffff ? 2 : 1;
  const character = raw.slice(Math.max(0, at - length), at);
  if (character === "\r") return raw[at] === "\n" ? 0 : 1;
  if (isStyled(character)) return length;
  const kind = hiddenKind(character);
  return kind === undefined || kind === "break" ? 0 : length;
}

function isVisible(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

/** The position before a private key that `at` would cut, or that is not complete. */
function beforeKey(raw: string, at: number): number {
  const begin = raw.lastIndexOf("-----BEGIN ", at);
  if (begin === -1 || raw.length - begin > MAX_KEY_LENGTH) return at;
  const [header = "", ...rest] = raw.slice(begin + "-----BEGIN ".length).split("-----");
  if (rest.length > 0 && !/PRIVATE KEY(?: BLOCK)?$/.test(header)) return at;
  const closing = raw.indexOf("-----END ", begin);
  const over = rest.length > 2 && closing !== -1 && endOfKey(raw, closing) <= at;
  return over ? at : begin;
}

function endOfKey(raw: string, closing: number): number {
  const found = /PRIVATE KEY(?: BLOCK)?-----/.exec(raw.slice(closing));
  return found === null ? Number.POSITIVE_INFINITY : closing + found.index + found[0].length;
}

/** The same for a configured value. */
const beforeValue =
  (value: string) =>
  (raw: string, at: number): number => {
    const whole = raw.lastIndexOf(value, at);
    if (whole !== -1 && whole + value.length > at) return whole;
    for (let length = Math.min(value.length - 1, raw.length); length > 0; length--) {
      if (raw.endsWith(value.slice(0, length))) return Math.min(at, raw.length - length);
    }
    return at;
  };
