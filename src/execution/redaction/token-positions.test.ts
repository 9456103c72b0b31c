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
  "x",
  "Key",
  "token",
  "myApi",
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
/** What follows a token that is longer than its shape asks for: no part of it may be seen. */
const TAIL = "Z9y8X7w6";
const LONGER = [TAIL, `${TAIL.repeat(4)} `, `${TAIL.repeat(100)}\n`];

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
  if (lead.startsWith("basic")) return [Buffer.from(`user:${OPAQUE}`).toString("base64")];
  if (verify !== undefined || bare.startsWith("[^") || bare.startsWith("(?:[^") || lead === "-----BEGIN")
    return [OPAQUE];
  const pattern = new RegExp(`^(?:${bare})$`);
  return fc.sample(fc.stringMatching(pattern, { size: "-1" }), { numRuns: 4, seed: SEED });
}

function aToken({ gap, before, body: shape }: TokenShape, lead: string, body: string): MadeUp {
  if (lead === "-----BEGIN") {
    const closing = `\n-----END ${"PRIVATE"} KEY-----`;
    return { text: `-----BEGIN RSA ${"PRIVATE"} KEY-----\n${body}${closing}`, secret: body };
  }
  const ending = shape.includes("(?=@)")
    ? "@host.example"
    : shape.includes("(?=@|%40)")
      ? "%40host.example"
      : "";
  if (gap === undefined) {
    const head = before === undefined ? "" : headFor(before);
    if (lead.startsWith("@")) return { text: `user:${OPAQUE}${lead}host)/name`, secret: OPAQUE };
    return { text: head + lead + body + ending, secret: lead + body };
  }
  if (lead === "%3a%2f%2f") {
    const user = gap === "" ? "" : "user%3A";
    return {
      text: `postgres${body.length % 2 === 0 ? lead : lead.toUpperCase()}${user}${body}${ending}`,
      secret: body,
    };
  }
  const between = lead.startsWith(":")
    ? `${lead === "://" ? "" : lead === ":\\/" ? "\\/" : "/\\\\/"}${gap.endsWith(":") ? "user:" : ""}`
    : gap === ""
      ? ""
      : "=";
  return { text: lead + between + body + ending, secret: body };
}

function headFor({ of, min, from = "" }: NonNullable<TokenShape["before"]>): string {
  const letters = ["a1B2c3D4", "a1b2c3d4", "12345678"].find((each) => [...each].every((one) => of.test(one)));
  return `${from}${(letters ?? "").repeat(10).slice(0, min)}`;
}

/** Whether a token may go on behind what its shape asks for: not where the length is exact, or more says that it is another. */
function mayBeLonger({ body, before, verify, startsWord, leads }: TokenShape): boolean {
  const exact = body.includes("(?") || body === "" || (verify !== undefined && leads[0]?.startsWith("basic"));
  return !exact && before === undefined && startsWord === undefined && leads[0] !== "-----BEGIN";
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

test(`none of ${CASES} tokens is seen, in any context, at any depth and cut at any place`, () => {
  const redactor = createRedactor();
  const tokens = TOKEN_SHAPES.flatMap((shape) =>
    tokensOf(shape).map((token) => ({ ...token, name: shape.name, mayBeLonger: mayBeLonger(shape) })),
  );
  expect(tokens.length).toBeGreaterThan(TOKEN_SHAPES.length * 3);
  const next = random(SEED);
  const through: string[] = [];
  for (let n = 0; n < CASES; n++) {
    const { name, text, secret, mayBeLonger } = tokens[n % tokens.length] as (typeof tokens)[number]; // the index is in range
    const before = BEFORE[next(BEFORE.length)] ?? "";
    const after = mayBeLonger ? [...AFTER, ...LONGER] : AFTER;
    const held = `${before}${text}${after[next(after.length)]}`;
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
    if (
      shown.some(
        (each) =>
          each.includes(secret) || each.includes(JSON.stringify(secret).slice(1, -1)) || each.includes(TAIL),
      )
    )
      through.push(`${name} ${JSON.stringify(held)}`);
  }
  expect(through).toEqual([]);
});

test("a token whose end was cut off with its text is not seen, as long as half of it is left", () => {
  const { text, json } = createRedactor();
  const seen: string[] = [];
  const leads = [
    "ghp_",
    "sk-ant-",
    "npm_",
    "AIza",
    "xoxb-",
    "glpat-",
    "hf_",
    "shpat_",
    "postgres://u:",
    "AccountKey=",
  ];
  for (const lead of leads)
    for (const mark of ["", "…", "...", "[TRUNCATED]", "… (2000 characters)"])
      for (let left = 20; left < 36; left++) {
        const body = lead === "shpat_" ? "0123456789abcdef".repeat(3).slice(0, left) : OPAQUE.slice(0, left);
        if (lead.includes("://") && mark === "") continue; // it may be whole
        const cut = `see ${lead}${body}${mark}`;
        if (text(cut).includes(body) || json(JSON.stringify({ cut })).includes(body)) seen.push(cut);
      }
  expect(seen).toEqual([]);
});

test("a token longer than the held back part of a stream is hidden to its very end", () => {
  const redactor = createRedactor();
  const begin = `-----BEGIN ${"RSA PRIVATE"} KEY-----\n`;
  const line = `${OPAQUE.slice(0, 40)}${OPAQUE.slice(0, 24)}\n`;
  const closed = `${begin}${line.repeat(600)}-----END ${"RSA PRIVATE"} KEY-----`;
  const cases = [
    `password=${OPAQUE.repeat(800)}`,
    `ghp_${OPAQUE.repeat(800)}`,
    closed,
    begin + line.repeat(600),
  ];
  for (const [at, token] of cases.entries())
    for (const size of [7, 1_000, 100_000]) {
      const stream = redactStream(redactor);
      let shown = "";
      for (let from = 0; from < token.length; from += size)
        shown += stream.push(token.slice(from, from + size));
      shown += stream.push("\n(the end)") + stream.end();
      expect([at, size, shown.includes(OPAQUE.slice(0, 20)), shown.endsWith("(the end)")]).toEqual([
        at,
        size,
        false,
        true,
      ]);
    }
});

test("ordinary words and encoded data that hold a prefix stay", () => {
  const { text } = createRedactor();
  for (const honest of [
    "task-3f2504e04f8941d39a0c0305e82c3301",
    "disk-0a1b2c3d4e5f60718293a4b5",
    "risk-assessment-of-the-whole-project",
    `data:font/ttf;base64,AAEAAAASAQAABAAgR0RFRg${"AbC1".repeat(80)}`,
    "http://localhost:8080",
    "https://host.example:443/a@b",
    "word://the-blue-card-4711",
    "see https://my-host-name-1234567890",
    "http://host:8080?page=longer12345",
    "npm_config_registry",
    "user@tcp",
    "the patch20240101a",
  ])
    expect(text(honest)).toBe(honest);
});

test("a value is a secret if its field says so; a page mark or a version is not", () => {
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
  ":\\\\a:",
  "%3a%2f%2fa%3a",
  "password=",
  "postgres://u:1",
  "a1@tcp(",
  `-----BEGIN ${"RSA PRIVATE"} KEY-----`,
  "xEAAAa1",
  "ghp_a1B2c3",
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

test("many beginnings of keys without an end take time in step with their number", () => {
  const timeFor = (count: number) => {
    const text = "-----BEGIN PRIVATE KEY-----!".repeat(count);
    return Math.min(
      ...[1, 2, 3].map(() => {
        const started = performance.now();
        findTokens(text);
        return performance.now() - started;
      }),
    );
  };
  timeFor(500);
  // Eight times the text; the work was sixty-four times as much.
  expect(timeFor(8_000)).toBeLessThan(30 * timeFor(1_000) + 20);
});
