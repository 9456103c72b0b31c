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
      held = raw.slice(cut);
      return text(raw.slice(0, cut));
    },
    end: () => text(held),
  };
}

// Tokens are runs of visible ASCII characters: whatever else follows, a blank or a letter of another script, ends one.
function beforeToken(raw: string): number {
  let at = raw.length;
  while (raw.length - at < LONGEST_TOKEN && isVisible(raw.charCodeAt(at - 1))) at--;
  return raw.slice(0, at).endsWith("earer ") ? at - "Bearer ".length : at;
}

function isVisible(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

/** The place before a private key that `at` would cut, or that has not come to its end. */
function beforeKey(raw: string, at: number): number {
  const begin = raw.lastIndexOf("-----BEGIN ", at);
  if (begin === -1 || raw.length - begin > LONGEST_KEY) return at;
  const [header = "", ...rest] = raw.slice(begin + "-----BEGIN ".length).split("-----");
  if (rest.length > 0 && !header.endsWith("PRIVATE KEY")) return at;
  const end = raw.indexOf("PRIVATE KEY-----", raw.indexOf("-----END ", begin));
  const over = rest.length > 2 && end !== -1 && end + "PRIVATE KEY-----".length <= at;
  return over ? at : begin;
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
