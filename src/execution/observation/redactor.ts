import { mayHoldToken, TOKEN_SHAPES } from "./token-shapes.ts";

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
  const values = [...new Set([...plain].flatMap(spellings))].sort((a, b) => b.length - a.length);
  const keyValues = values.filter((value) => value.length >= MIN_SECRET_KEY);
  const shapes = new RegExp(TOKEN_SHAPES.map(({ shape }) => `(${shape})`).join("|"), "g");
  const withoutShapes = (text: string) =>
    mayHoldToken(text) ? text.replace(shapes, (...found) => `[redacted: ${shapeName(found)}]`) : text;
  const without = (held: string, these: readonly string[]) =>
    these.reduce((text, value) => text.replaceAll(value, MARK), held);
  const text = (raw: string) => withoutShapes(without(raw, values));
  const cleanKeys = (fields: object) =>
    Object.fromEntries(Object.entries(fields).map(([key, value]) => [without(key, keyValues), value]));
  const cleanData = (_key: string, held: unknown) => {
    if (typeof held === "string") return text(held);
    if (typeof held === "number") return plain.has(String(held)) ? MARK : held;
    return typeof held === "object" && held !== null && !Array.isArray(held) ? cleanKeys(held) : held;
  };
  const cleanRecord = (key: string, held: unknown) =>
    typeof held === "string" && !OWN_FIELDS.has(key) ? text(held) : held;
  // The text as a whole may only be changed where no value can stand for a number or a key of it.
  const walked = (raw: string, clean: (key: string, held: unknown) => unknown) =>
    values.some((value) => raw.includes(value)) ? JSON.stringify(JSON.parse(raw, clean)) : withoutShapes(raw);
  return {
    text,
    values,
    json: (raw) => walked(raw, cleanData),
    record: (raw) => walked(raw, cleanRecord),
  };
}

// A secret may stand in JSON text, where its special characters are escaped, or be encoded for a URL or a header.
function spellings(value: string): string[] {
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    ...(value.length < MIN_SECRET_KEY
      ? [Buffer.from(value).toString("base64")]
      : encodings(Buffer.from(value))),
  ];
}

/** Base 64 in both alphabets, however many bytes stand before and after in what was encoded; and hexadecimal. */
function encodings(bytes: Buffer): string[] {
  const shifted = [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const known = padded.subarray(0, padded.length - (padded.length % 3)); // the last letters depend on what follows
    return ["base64", "base64url"].map((alphabet) =>
      known.toString(alphabet as "base64" | "base64url").slice(Math.ceil((before * 8) / 6)),
    );
  });
  return [bytes.toString("base64"), bytes.toString("base64url"), ...shifted, bytes.toString("hex")];
}

function shapeName(found: readonly unknown[]): string {
  const index = TOKEN_SHAPES.findIndex((_shape, at) => found[at + 1] !== undefined);
  return TOKEN_SHAPES[index]?.name ?? "secret";
}
