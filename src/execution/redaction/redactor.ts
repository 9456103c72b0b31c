import { withoutHidden } from "../../text/plain-text.ts";
import { findTokens } from "./find-tokens.ts";

/** Replaces secrets before anything is stored or shown. */
export interface Redactor {
  text(raw: string): string;
  /** The same for the JSON text of somebody's data, which stays valid JSON: in strings, whole numbers and keys. */
  json(raw: string): string;
  /** The same for a record of ours, whose data is clean already: its keys and the fields that we fill in stay. */
  record(raw: string): string;
  /** The configured values, in every spelling that is looked for. */
  readonly values: readonly string[];
}

const MIN_SECRET = 4;

// Shorter values are words that a key may well be, and no secret.
const MIN_SECRET_KEY = 8;

const MARK = "[redacted: configured secret]";

// Never anything but what we made ourselves: a short value from the environment, such as a year, must not spoil them.
const OWN_FIELDS = new Set(
  "type runId callId at ts_start ts_end version hash sha256 output_sha256 ref kind effect verdict status mode".split(
    " ",
  ),
);

/** Makes a redactor for the known token shapes and for these values, which came from the environment. */
export function createRedactor(secrets: Iterable<string> = []): Redactor {
  const plain = new Set([...secrets].filter((value) => value.length >= MIN_SECRET));
  const values = [...new Set([...plain].flatMap(spellingsOf))].sort((a, b) => b.length - a.length);
  const keyValues = values.filter((value) => value.length >= MIN_SECRET_KEY);
  const without = (held: string, these: readonly string[]) =>
    these.reduce((text, value) => text.replaceAll(value, MARK), held);
  // Configured values first: a shape that takes only a part of one would leave the rest of it readable.
  const text = (raw: string, key = "") =>
    inEitherForm(raw, (held) => withoutTokens(withoutNamed(without(held, values), key)));
  const number = (held: number) => (plain.has(String(held)) ? MARK : held);
  const cleanData: Clean = {
    key: (key) => inEitherForm(key, (held) => withoutTokens(without(held, keyValues))),
    leaf: (held, key) =>
      typeof held === "string" ? text(held, key) : typeof held === "number" ? number(held) : held,
  };
  const cleanRecord: Clean = {
    key: (key) => inEitherForm(key, withoutTokens),
    leaf: (held, key) => (typeof held === "string" && !OWN_FIELDS.has(key) ? text(held, key) : held),
  };
  // What stands in JSON is escaped there: the text as a whole only tells whether there is anything to look for.
  const walked = (raw: string, clean: Clean) =>
    values.some((value) => raw.includes(value)) || findTokens(raw).length > 0 || mayHide(raw)
      ? JSON.stringify(walk(JSON.parse(raw), "", clean))
      : raw;
  return {
    text: (raw) => text(raw),
    values,
    json: (raw) => walked(raw, cleanData),
    record: (raw) => walked(raw, cleanRecord),
  };
}

interface Clean {
  key(key: string): string;
  leaf(held: unknown, key: string): unknown;
}

/** Cleans data from the inside out. The elements of a list belong to the list's name. */
function walk(held: unknown, key: string, clean: Clean): unknown {
  if (Array.isArray(held)) return held.map((each) => walk(each, key, clean));
  if (typeof held !== "object" || held === null) return clean.leaf(held, key);
  return Object.fromEntries(
    Object.entries(held).map(([name, value]) => [clean.key(name), walk(value, name, clean)]),
  );
}

const ESCAPED = /\\(?:[bf]|u(?:00[01]|d[89a-f]))/i;

/** Whether the text of some JSON holds characters that nobody sees, as they are or escaped. */
function mayHide(raw: string): boolean {
  return (raw.includes("\\") && ESCAPED.test(raw)) || withoutHidden(raw) !== raw;
}

/**
 * Cleans a text as it is and without what nobody sees: that is taken out before a model reads the text, so it must not keep a
 * secret from being found.
 */
function inEitherForm(raw: string, clean: (held: string) => string): string {
  const shown = clean(raw);
  const seen = withoutHidden(shown);
  if (seen === shown) return shown;
  const cleaned = clean(seen);
  return cleaned === seen ? shown : cleaned;
}

function withoutTokens(text: string): string {
  const found = findTokens(text);
  if (found.length === 0) return text;
  let shown = "";
  let at = 0;
  for (const { name, start, end } of found) {
    shown += `${text.slice(at, start)}[redacted: ${name}]`;
    at = end;
  }
  return shown + text.slice(at);
}

/** A value whose field says that it is a secret: looked at together with its name, as it would stand in text. */
function withoutNamed(value: string, key: string): string {
  if (key === "") return value;
  const lead = `${key}: `;
  const [token] = findTokens(lead + value);
  if (token === undefined || token.start < lead.length) return value;
  return (
    value.slice(0, token.start - lead.length) +
    `[redacted: ${token.name}]` +
    value.slice(token.end - lead.length)
  );
}

const SHORT = 8;

/** A secret as it may stand elsewhere: escaped for JSON once or twice, encoded for a URL, a page, a header, or as bytes. */
function spellingsOf(value: string): string[] {
  const quoted = JSON.stringify(value).slice(1, -1);
  const percent = encodeURIComponent(value);
  return [
    value,
    quoted,
    JSON.stringify(quoted).slice(1, -1),
    quoted.replaceAll("/", "\\/"),
    percent,
    percent.replaceAll(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()),
    percent.replaceAll("%20", "+"),
    encodeURI(value),
    forPage(value),
    ...(value.length < SHORT ? [Buffer.from(value).toString("base64")] : encodings(Buffer.from(value))),
  ];
}

function forPage(value: string): string {
  const names: Readonly<Record<string, string>> = {
    "&": "amp",
    "<": "lt",
    ">": "gt",
    '"': "quot",
    "'": "#39",
  };
  return value.replaceAll(/[&<>"']/g, (character) => `&${names[character]};`);
}

/** Base 64 in both alphabets, however many bytes stand before and after in what was encoded; and hexadecimal. */
function encodings(bytes: Buffer): string[] {
  const shifted = [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const known = padded.subarray(0, padded.length - (padded.length % 3)); // the last letters depend on what follows
    return (["base64", "base64url"] as const).map((alphabet) =>
      known.toString(alphabet).slice(Math.ceil((before * 8) / 6)),
    );
  });
  const hex = bytes.toString("hex");
  const everyByte = hex.replaceAll(/../g, "%$&");
  return [
    bytes.toString("base64"),
    bytes.toString("base64url"),
    ...shifted,
    hex,
    hex.toUpperCase(),
    everyByte,
    everyByte.toUpperCase(),
  ];
}
