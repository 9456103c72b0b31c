import { isStyled } from "../../text/readings.ts";
import { unseenKind } from "../../text/unseen.ts";
import { findTokens } from "./find-tokens.ts";
import { TOKEN_SHAPES } from "./known-tokens.ts";
import type { Redactor } from "./redactor.ts";

/** Redacts text that comes in pieces: a secret may be cut anywhere. */
export interface StreamRedactor {
  /** What can be shown by now; the end of it is held back while it may belong to a secret. */
  push(piece: string): string;
  /** The rest. */
  end(): string;
}

const LONGEST_TOKEN = 4_000;
const LONGEST_KEY = 20_000;

/** Words that make a token of what follows them, at the end of what has come so far. */
const CONTEXTS = TOKEN_SHAPES.filter(({ gap }) => gap !== undefined)
  .flatMap(({ leads }) => leads.map((lead) => lead.trim()))
  .filter((lead) => /^[\w-]+$/.test(lead));
const LEAD = new RegExp(
  `(?:${CONTEXTS.join("|")})[\\s"'\`=:>,|?[\\\\]{0,8}(?:[A-Za-z][A-Za-z0-9-]{1,20}[ =]{0,2})?$`,
  "i",
);
const LONGEST_LEAD = 80;

/** Makes a redactor for one stream. */
export function redactStream({ text, values }: Redactor): StreamRedactor {
  let held = "";
  // Set while the rest of a token goes by that was too long to be held back.
  let passing: Passing | undefined;
  return {
    push(piece) {
      const after = passing === undefined ? piece : passing(piece);
      if (after === undefined) return "";
      passing = undefined;
      const raw = held + after;
      const cut = [beforeKey, ...values.map(beforeValue)].reduce(
        (at, before) => before(raw, at),
        beforeToken(raw),
      );
      const token = findTokens(raw).find(
        ({ known, end, name }) => known < cut && (end > cut || (end === raw.length && isOpen(name, raw))),
      );
      if (token !== undefined && token.end === raw.length && raw.length - token.start > LONGEST_KEY) {
        passing =
          token.name === "private key" ? passingKey(raw.slice(token.start)) : passingToken(token.rest);
        held = "";
        return `${text(raw.slice(0, token.start))}[redacted: ${token.name}]`;
      }
      const whole = token?.known ?? cut;
      held = raw.slice(whole);
      return text(raw.slice(0, whole));
    },
    end: () => text(held),
  };
}

// Tokens are runs of visible ASCII characters, of any width, with hidden ones between: whatever else follows, a blank or a
// letter of another script, ends one.
function beforeToken(raw: string): number {
  let at = beforeOpenSequence(raw);
  while (raw.length - at < LONGEST_TOKEN) {
    const length = sequenceBefore(raw, at) || (isVisible(raw.charCodeAt(at - 1)) ? 1 : passedOver(raw, at));
    if (length === 0) break;
    at -= length;
  }
  const before = raw.slice(Math.max(0, at - LONGEST_LEAD), at);
  return at - (LEAD.exec(before)?.[0].length ?? 0);
}

/** Whether a text that ends with this token ends inside of a private key: its lines are no one word. */
function isOpen(name: string, raw: string): boolean {
  return name === "private key" && !raw.endsWith("-----");
}

/** Drops the rest of a token from a piece; nothing while the token goes on. */
type Passing = (piece: string) => string | undefined;

function passingToken(rest: RegExp): Passing {
  return (piece) => {
    rest.lastIndex = 0;
    const length = rest.test(piece) ? rest.lastIndex : 0;
    return length === piece.length ? undefined : piece.slice(length);
  };
}

const KEY_LETTERS = /[A-Za-z0-9+/=:,.\s\\"-]*/y;
const LONGEST_CLOSING = 140;

/** The same for a private key: it ends behind its closing line, or with the first character that no key holds. */
function passingKey(begin: string): Passing {
  let seen = begin.slice(-LONGEST_CLOSING);
  return (piece) => {
    const raw = seen + piece;
    const closing = raw.indexOf("-----END ");
    const end = closing === -1 ? Number.POSITIVE_INFINITY : endOfKey(raw, closing);
    if (end <= raw.length) return raw.slice(Math.max(end, seen.length));
    KEY_LETTERS.lastIndex = seen.length;
    KEY_LETTERS.test(raw);
    if (KEY_LETTERS.lastIndex < raw.length) return raw.slice(Math.max(KEY_LETTERS.lastIndex, seen.length));
    seen = raw.slice(-LONGEST_CLOSING);
    return undefined;
  };
}

const LONGEST_SEQUENCE = 300;
const OPENS_STRING = /(?:\x1b[\]PX^_k]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x80-\x9f]*$/;

/** Where a text for the terminal begins that has not come to its end, such as a title; else the end of the text. */
function beforeOpenSequence(raw: string): number {
  return raw.length - (OPENS_STRING.exec(raw.slice(-LONGEST_SEQUENCE))?.[0].length ?? 0);
}

/** The length of a text for the terminal that ends at a place; zero where none does. */
function sequenceBefore(raw: string, at: number): number {
  const end = raw.endsWith("\x1b\\", at) ? 2 : /[\x07\x9c]/.test(raw[at - 1] ?? "") ? 1 : 0;
  if (end === 0) return 0;
  const held = raw.slice(Math.max(0, at - LONGEST_SEQUENCE), at - end);
  const length = OPENS_STRING.exec(held)?.[0].length ?? 0;
  return length === 0 ? 0 : length + end;
}

/** The length of the character before a place that is hidden or a letter of another style; zero for all others. */
function passedOver(raw: string, at: number): number {
  const length = (raw.codePointAt(at - 2) ?? 0) > 0xffff ? 2 : 1;
  const character = raw.slice(Math.max(0, at - length), at);
  if (character === "\r") return raw[at] === "\n" ? 0 : 1;
  if (isStyled(character)) return length;
  const kind = unseenKind(character);
  return kind === undefined || kind === "break" ? 0 : length;
}

function isVisible(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

/** The place before a private key that `at` would cut, or that has not come to its end. */
function beforeKey(raw: string, at: number): number {
  const begin = raw.lastIndexOf("-----BEGIN ", at);
  if (begin === -1 || raw.length - begin > LONGEST_KEY) return at;
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
