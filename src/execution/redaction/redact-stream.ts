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
  return {
    push(piece) {
      const raw = held + piece;
      const cut = [beforeKey, ...values.map(beforeValue)].reduce(
        (at, before) => before(raw, at),
        beforeToken(raw),
      );
      const whole = beforeWholeToken(raw, cut);
      held = raw.slice(whole);
      return text(raw.slice(0, whole));
    },
    end: () => text(held),
  };
}

// Tokens are runs of visible ASCII characters, with hidden ones between: whatever else follows, a blank or a letter of another
// script, ends one.
function beforeToken(raw: string): number {
  let at = raw.length;
  while (raw.length - at < LONGEST_TOKEN) {
    const length = isVisible(raw.charCodeAt(at - 1)) ? 1 : hiddenBefore(raw, at);
    if (length === 0) break;
    at -= length;
  }
  const before = raw.slice(Math.max(0, at - LONGEST_LEAD), at);
  return at - (LEAD.exec(before)?.[0].length ?? 0);
}

// In a long run of visible characters the cut may fall into a token.
function beforeWholeToken(raw: string, at: number): number {
  const cut = findTokens(raw).find(({ start, end }) => start < at && end > at);
  return cut === undefined || raw.length - cut.start > LONGEST_KEY ? at : cut.start;
}

/** The length of the hidden character before a place; zero when the one there is seen. */
function hiddenBefore(raw: string, at: number): number {
  const length = (raw.codePointAt(at - 2) ?? 0) > 0xffff ? 2 : 1;
  const character = raw.slice(Math.max(0, at - length), at);
  const kind = unseenKind(character);
  return kind === undefined || kind === "break" || character === "\r" ? 0 : length;
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
