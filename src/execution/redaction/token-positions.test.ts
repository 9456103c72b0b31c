import fc from "fast-check";
import { expect, test } from "vitest";
import { findTokens } from "./find-tokens.ts";
import { TOKEN_SHAPES } from "./known-tokens.ts";
import { redactStream } from "./redact-stream.ts";
import { createRedactor } from "./redactor.ts";
import type { TokenShape } from "./token-shapes.ts";

const CASES = 10_000;
const SEED = 20_261_115;
const OPAQUE = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0";
const BEFORE = [
  "",
  " ",
  "\n",
  "\t",
  "\r\n",
  "\b",
  "\f",
  "\0",
  "\u001f",
  "\u007f",
  '"',
  "\\",
  "/",
  "'",
  "(",
  "<",
  ">",
  ",",
  ";",
  "=",
  ":",
  "-",
  "_",
  "中",
  "é",
  "😀",
  "\u2028",
  "\ud800",
  "a b\n",
  "\\n",
  "\\t",
  "\\r",
  "\\u000a",
  "\\x0a",
  "%0A",
  "&#10;",
  "## \n- ",
];
const AFTER = [
  "",
  " ",
  "\n",
  "\t",
  '"',
  "\\",
  "'",
  ")",
  "<",
  ",",
  ";",
  "中",
  "\u2028",
  "\0",
  "\\n",
  "…",
  "`",
  "]",
];

interface MadeUp {
  /** The token, with the words before it that say what it is for. */
  readonly text: string;
  /** What must not be seen of it. */
  readonly secret: string;
}

function tokensOf(shape: TokenShape): MadeUp[] {
  return shape.leads
    .slice(0, 12)
    .flatMap((lead) => bodiesOf(shape, lead).map((body) => aToken(shape, lead, body)));
}

function bodiesOf({ body, verify }: TokenShape, lead: string): string[] {
  const bare = body.replaceAll(/\(\?[!=][^)]*\)/g, "");
  if (bare === "") return [""];
  if (lead === "basic ") return [Buffer.from(`user:${OPAQUE}`).toString("base64")];
  if (verify !== undefined || bare.startsWith("[^") || lead === "-----BEGIN") return [OPAQUE];
  const pattern = new RegExp(`^(?:${bare})$`);
  return fc.sample(fc.stringMatching(pattern, { size: "-1" }), { numRuns: 4, seed: SEED });
}

function aToken({ gap, before, body: shape }: TokenShape, lead: string, body: string): MadeUp {
  if (lead === "-----BEGIN") {
    const closing = `\n-----END ${"PRIVATE"} KEY-----`;
    return { text: `-----BEGIN RSA ${"PRIVATE"} KEY-----\n${body}${closing}`, secret: body };
  }
  const ending = shape.includes("(?=@)") ? "@host.example" : "";
  if (gap === undefined) {
    const head = before === undefined ? "" : headFor(before);
    return { text: head + lead + body + ending, secret: lead + body };
  }
  const between = lead.startsWith(":")
    ? `${lead === "://" ? "" : lead === ":\\/" ? "\\/" : "/\\\\/"}${gap.endsWith(":") ? "user:" : ""}`
    : gap === ""
      ? ""
      : "=";
  return { text: lead + between + body + ending, secret: body };
}

function headFor({ of, min, from = "" }: NonNullable<TokenShape["before"]>): string {
  return `${from}${(of.test("a") ? "a1B2c3D4" : "12345678").repeat(8).slice(0, min)}`;
}

/** All strings and keys of data, with what is written as JSON in them. */
function* stringsOf(value: unknown): Iterable<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const [key, held] of Object.entries(value)) {
      yield key;
      yield* stringsOf(held);
    }
}

function nested(text: string, depth: number): unknown {
  let data: unknown = text;
  for (let level = 0; level < depth; level++)
    data = [{ text: data }, [data, 1], JSON.stringify({ a: data }), { [`k${level}`]: [data] }][
      (level + depth) % 4
    ];
  return data;
}

test(`none of ${CASES} tokens is seen, whatever stands around it, however deep it stands and wherever it is cut`, () => {
  const redactor = createRedactor();
  const tokens = TOKEN_SHAPES.flatMap((shape) =>
    tokensOf(shape).map((token) => ({ ...token, name: shape.name })),
  );
  expect(tokens.length).toBeGreaterThan(TOKEN_SHAPES.length * 3);
  const next = random(SEED);
  const through: string[] = [];
  for (let n = 0; n < CASES; n++) {
    const { name, text, secret } = tokens[n % tokens.length] as (typeof tokens)[number]; // the index is in range
    const before = BEFORE[next(BEFORE.length)] ?? "";
    const held = `${before}${text}${AFTER[next(AFTER.length)]}`;
    const data = nested(held, next(5));
    const shown = [
      ...stringsOf(JSON.parse(redactor.json(JSON.stringify(data ?? null)))),
      ...stringsOf(
        JSON.parse(redactor.record(JSON.stringify({ type: "call-end", params: data, [held]: 1 }))),
      ),
      redactor.text(held),
      redactor.text(JSON.stringify(data)),
      streamed(redactor, held, next),
    ];
    if (shown.some((each) => each.includes(secret) || each.includes(JSON.stringify(secret).slice(1, -1))))
      through.push(`${name} ${JSON.stringify(held)}`);
  }
  expect(through).toEqual([]);
});

test("a value is a secret when its field says so, and a page mark or a version is none", () => {
  const { json } = createRedactor();
  const clean = (data: unknown) => JSON.parse(json(JSON.stringify(data)));
  expect(clean({ api_key: OPAQUE, headers: { Authorization: [`Token ${OPAQUE}`] } })).toEqual({
    api_key: "[redacted: named secret]",
    headers: { Authorization: ["Token [redacted: login]"] },
  });
  const honest = {
    nextPageToken: OPAQUE,
    next_page_token: OPAQUE,
    password: "string",
    version: "1.2.3-rc1",
    key: OPAQUE,
  };
  expect(clean(honest)).toEqual(honest);
});

test.each([
  "-eyJ",
  "eyJ",
  ".eyJaaaaaaaa",
  "://",
  "a://b:",
  "sk-",
  "-----BEGIN ",
  "password: ",
  "Authorization: a ",
  "SG.",
  "1234567890:AA",
  "_mmk",
  "Bearer ",
])("findTokens() takes time linear in the text: %s", (pump) => {
  const times = [4_000, 256_000].map((size) => {
    const text = pump.repeat(size / pump.length);
    const started = performance.now();
    findTokens(text);
    return performance.now() - started;
  });
  expect(times[1]).toBeLessThan(2_000);
});

function streamed(
  redactor: ReturnType<typeof createRedactor>,
  text: string,
  next: (below: number) => number,
): string {
  const stream = redactStream(redactor);
  let shown = "";
  for (let at = 0; at < text.length; ) {
    const size = 1 + next(20);
    shown += stream.push(text.slice(at, at + size));
    at += size;
  }
  return shown + stream.end();
}

function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
