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

/** Shapes of tokens that their issuers document. Each is anchored on a prefix that ordinary text does not have. */
const TOKEN_SHAPES: readonly (readonly [name: string, shape: string])[] = [
  [
    "private key",
    '-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[^"-]|-(?!----)){0,20000}-----END [A-Z ]{0,40}PRIVATE KEY-----',
  ],
  ["aws key id", "\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b"],
  ["github token", "\\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\\b"],
  ["gitlab token", "\\bglpat-[A-Za-z0-9_-]{20,}"],
  ["slack token", "\\bxox[abeoprs]-[A-Za-z0-9-]{10,}"],
  ["model key", "\\bsk-(?:ant-|proj-|or-|live-)?[A-Za-z0-9_-]{20,}"],
  ["google key", "\\bAIza[0-9A-Za-z_-]{35}"],
  ["npm token", "\\bnpm_[A-Za-z0-9]{36}\\b"],
  ["stripe key", "\\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}"],
  ["search key", "\\btvly-[A-Za-z0-9_-]{20,}"],
  ["bot token", "\\b\\d{8,10}:AA[A-Za-z0-9_-]{33}\\b"],
  ["json web token", "\\beyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}"],
  ["bearer token", "(?<=\\b[Bb]earer )[A-Za-z0-9._~+/-]{20,}=*"],
  ["url password", '(?<=\\b[a-z][a-z0-9+.-]{1,20}:\\/\\/[^\\s:@/"]{1,100}:)[^\\s@/"]{3,200}(?=@)'],
];

// A cheap look first: most text holds none of these, and the full expression is not free. Each is a part of a prefix above.
// The optional letter changes nothing but the way the engine searches, which takes half the time with it.
const HINT =
  /[A-Za-z]?(?:KIA|SIA|Iza)|eyJ|rer |:\/|:AA|-----B|gh[pousr]_|_pat_|lpat-|xox|sk-|_live_|_test_|npm_|tvly/;

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
  const shapes = new RegExp(TOKEN_SHAPES.map(([, shape]) => `(${shape})`).join("|"), "g");
  const withoutShapes = (text: string) =>
    HINT.test(text) ? text.replace(shapes, (...found) => `[redacted: ${shapeName(found)}]`) : text;
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
    Buffer.from(value).toString("base64"),
  ];
}

function shapeName(found: readonly unknown[]): string {
  const index = TOKEN_SHAPES.findIndex((_shape, at) => found[at + 1] !== undefined);
  return TOKEN_SHAPES[index]?.[0] ?? "secret";
}
