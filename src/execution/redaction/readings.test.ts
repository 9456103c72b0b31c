import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { processorTime } from "../../../test/support/processor-time.ts";
import { decoded, hasOneReading, unwrapped, withoutHidden } from "../../text/readings.ts";
import { redactStream } from "./redact-stream.ts";
import { createRedactor } from "./redactor.ts";

const CASES = 10_000;
const SEED = 20_261_116;
const JWT = `eyJ${"hbGciOiJIUzI1"}.eyJ${"zdWIiOiIxMjM0"}.${"s5fl_KxwRJSMeKKF2QT4"}`;
const TOKENS = [
  `ghp_${"a1B2".repeat(9)}`,
  `sk-ant-${"api03-a1B2c3D4e5F6g7H8"}`,
  `sk-${"0a1b2c3d".repeat(4)}`,
  `AKIA${"IOSFODNN7EXAMPLE"}`,
  `glpat-${"a1B2_".repeat(4)}`,
  `AIza${"a1B2c".repeat(7)}`,
  JWT,
];
const CONFIGURED = "Tr0ub4dor&3-<correct>/horse=battery";

type Disguise = (letter: string) => string;

const code = (letter: string) => letter.charCodeAt(0);
const hex = (letter: string) => code(letter).toString(16);
const WIDE: Disguise = (letter) =>
  /[A-Za-z0-9_.-]/.test(letter) ? String.fromCodePoint(code(letter) + 0xfee0) : letter;

/** Ways to write one letter, each of which somebody or something reads as that letter. */
const DISGUISES: readonly Disguise[] = [
  (letter) => `\r${letter}`,
  (letter) => `${letter}\u200b`,
  (letter) => `\x1b[0m${letter}`,
  (letter) => `\x1b[38;5;196m${letter}\x1b[K`,
  (letter) => `\x1b]0;a title\x07${letter}`,
  (letter) => `\x1b]8;;https://example.com\x1b\\${letter}\x1b]8;;\x1b\\`,
  (letter) => `\x9b2K${letter}`,
  (letter) => `\x1bPq#0\x1b\\${letter}`,
  (letter) => `\x1b(B${letter}`,
  WIDE,
  (letter) => `&#x${hex(letter)};`,
  (letter) => `&#X00${hex(letter).toUpperCase()};`,
  (letter) => `&#${code(letter)};`,
  (letter) => `&amp;#${code(letter)};`,
  (letter) => `\\u00${hex(letter)}`,
  (letter) => `\\\\u00${hex(letter).toUpperCase()}`,
  (letter) => `\\u{${hex(letter)}}`,
  (letter) => `\\x${hex(letter)}`,
  (letter) => `%${hex(letter)}`,
  (letter) => `%25${hex(letter)}`,
  (letter) => `\\${code(letter).toString(8).padStart(3, "0")}`,
  (letter) => `\\00${hex(letter)} `,
  (letter) => `\\0000${hex(letter)} `,
  (letter) => `\\x{${hex(letter)}}`,
  (letter) => `\\U000000${hex(letter)}`,
  (letter) => `${letter}&shy;`,
  (letter) => `${letter}&amp;ZeroWidthSpace;`,
  (letter) => `${letter}&#8203;`,
  (letter) => `${letter}\\u200b`,
  (letter) => `${letter}%E2%80%8B`,
  (letter) =>
    letter === "_" ? "&lowbar;" : letter === "-" ? "&dash;" : letter === "." ? "&period;" : `${letter}&zwj;`,
  (letter) => `${letter}<br>`,
];

/** Writes some letters of a text in another way. */
const disguised = (secret: string, how: Disguise, which: readonly boolean[]) =>
  [...secret].map((letter, at) => (which[at % which.length] ? how(letter) : letter)).join("");

/** What somebody reads who undoes every disguise. */
function undone(text: string): string {
  const once = (held: string) =>
    held
      .replaceAll(
        /\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1bP[^\x1b]*\x1b\\|(?:\x1b\[|\x9b)[0-?]*[@-~]|\x1b\(B/g,
        "",
      )
      .replaceAll(/[\r\u200b]|&(?:amp;)*(?:shy|zwj|ZeroWidthSpace|#8203);|\\u200b|%E2%80%8B|<br>/g, "")
      .replaceAll("&lowbar;", "_")
      .replaceAll("&dash;", "-")
      .replaceAll("&period;", ".")
      .normalize("NFKC")
      .replaceAll("&amp;", "&")
      .replaceAll(
        /\\+u\{?(?:0000)?00([0-9a-f]{2})|\\+x([0-9a-f]{2})\}?|\\[ux]\{([0-9a-f]{2})\}/gi,
        (_all, one, two, three) => String.fromCharCode(Number.parseInt(one ?? two ?? three, 16)),
      )
      .replaceAll(/&#x0*([0-9a-f]{2});/gi, (_all, point) => String.fromCharCode(Number.parseInt(point, 16)))
      .replaceAll(/&#(\d+);/g, (_all, point) => String.fromCharCode(Number(point)))
      .replaceAll(/\\(0?[01][0-7]{2})/g, (_all, point) => String.fromCharCode(Number.parseInt(point, 8)))
      .replaceAll(/\\00(?:00)?([0-9a-f]{2}) /gi, (_all, point) =>
        String.fromCharCode(Number.parseInt(point, 16)),
      )
      .replaceAll(/%(?:25)*([0-9a-f]{2})/gi, (_all, point) =>
        String.fromCharCode(Number.parseInt(point, 16)),
      );
  return once(once(text));
}

const which = fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }).filter((each) => each.includes(true));

test(`none of ${CASES} disguised secrets can be read, as text, in data or in a stream`, () => {
  const redactor = createRedactor([CONFIGURED]);
  const made = fc.record({
    secret: fc.constantFrom(...TOKENS, CONFIGURED),
    how: fc.constantFrom(...DISGUISES),
    which,
    before: fc.constantFrom("", " ", "is: ", "中", "(", "\n", "12 "),
    after: fc.constantFrom("", " ", ".", "\n", "中", ")"),
  });
  fc.assert(
    fc.property(made, ({ secret, how, which: letters, before, after }) => {
      const held = `${before}${disguised(secret, how, letters)}${after}`;
      const stream = redactStream(redactor);
      const half = held.length >> 1;
      const shown = [
        redactor.text(held),
        JSON.parse(redactor.json(JSON.stringify({ a: [held] }))).a[0],
        JSON.parse(redactor.record(JSON.stringify({ type: "call-end", params: { a: held } }))).params.a,
        ...(secret === CONFIGURED
          ? []
          : [stream.push(held.slice(0, half)) + stream.push(held.slice(half)) + stream.end()]),
      ];
      for (const each of shown) expect(undone(each), JSON.stringify(held)).not.toContain(secret);
    }),
    { numRuns: CASES, seed: SEED },
  );
});

const quoted = (secret: string) =>
  secret.replaceAll(/[^A-Za-z0-9]/g, (sign) => `=${hex(sign).toUpperCase()}`);

test.each([
  ["quoted-printable", quoted],
  [
    "quoted-printable throughout",
    (secret: string) => [...secret].map((letter) => `=${hex(letter)}`).join(""),
  ],
  ["joined literals", (secret: string) => `"${secret.slice(0, 9)}" + '${secret.slice(9)}'`],
  ["a list of literals", (secret: string) => `[${[...secret].map((letter) => `"${letter}"`).join(", ")}]`],
  ["the numbers of its letters", (secret: string) => `bytes([${[...secret].map(code).join(", ")}])`],
  ["spaced letters", (secret: string) => [...secret.replaceAll(/[^\w.-]/g, "")].join(" ")],
])("a secret written as %s is redacted, in a text and in data", (_how, spell) => {
  const redactor = createRedactor([]);
  for (const secret of TOKENS.filter((token) => /^(?:ghp|AKIA|glpat|AIza)/.test(token))) {
    const held = `x = ${spell(secret)};`;
    expect(redactor.text(held), held).toContain("[redacted");
    expect(redactor.json(JSON.stringify({ a: held })), held).toContain("[redacted");
  }
});

test.each([
  "width=40 height=30, a=5 b=6; id=4012&page=20",
  'const a = "one" + "two"; const b = ["red", "green", "blue"];',
  "10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 35, 36, 37, 38, 39",
  "a b c d e f g h i j k l m n o p q r s t",
  "C:\\141\\68 is a path",
])("createRedactor() leaves %s as it is", (text) => {
  expect(createRedactor([]).text(text)).toBe(text);
});

describe("createRedactor()", () => {
  const { text, json } = createRedactor([CONFIGURED]);

  test("finds a token right behind digits, and leaves words and encoded data alone", () => {
    for (const token of TOKENS) expect(text(`123${token} x`), token).not.toContain(token);
    for (const held of ["task-550e8400-e29b-41d4-a716-446655440000", "disk-0a1b2c3d4e5f60718293", "a9sk-1"])
      expect(text(held)).toBe(held);
  });

  test("finds the second of two web tokens that follow each other without a blank, and the third", () => {
    const [, payload = "", signature = ""] = JWT.split(".");
    for (const count of [2, 3]) {
      const shown = text(`a ${JWT.repeat(count)} b`);
      expect(shown).not.toContain(payload.slice(4));
      expect(shown).not.toContain(signature);
      expect(shown).toMatch(/ b$/);
    }
    expect(text(`${JWT}. The next sentence`)).toBe("[redacted: json web token]. The next sentence");
  });

  test("finds a configured value in base 64 that is broken into lines of any length", () => {
    const encoded = Buffer.from(`key=${CONFIGURED}\n`).toString("base64");
    const inside = Buffer.from(CONFIGURED).toString("base64").slice(0, -4);
    for (const width of [1, 4, 10, 16, 20, 76])
      for (const end of ["\n", "\r\n", "\n    "]) {
        const held = encoded.replaceAll(new RegExp(`.{${width}}`, "g"), `$&${end}`);
        for (const shown of [text(held), JSON.parse(json(JSON.stringify({ a: held }))).a])
          expect(Buffer.from(shown.replaceAll(/\[.*?\]/g, ""), "base64").toString("latin1")).not.toContain(
            "correct",
          );
        expect(text(held).replaceAll(/\s/g, "")).not.toContain(inside);
      }
  });

  test("finds a token that is broken by the end of a line, and keeps the text around a whole one", () => {
    const [token = ""] = TOKENS;
    expect(text(`x ${token.slice(0, 12)}\n${token.slice(12)} y`)).toBe("x [redacted: github token] y");
    expect(text(`${token}\nNext line`)).toBe("[redacted: github token]\nNext line");
    const ordinary = "keys begin with sk-ant-\nfollowed by letters, ghp_\nand so on";
    expect(text(ordinary)).toBe(ordinary);
  });

  test.each(["\n", "\r\n", "=\r\n", "\\\n", "\n> ", "\n | "])(
    "finds all of a long token that goes on after each %j, and keeps the text around it",
    (end) => {
      const part = (from: number) =>
        [...Array(60).keys()].map((n) => "x7Kq2Vb9RmT4"[(n * 5 + from) % 12]).join("");
      const letters = `${part(0)}${part(1)}${part(2)}`;
      for (const lead of ["sk-proj-", "xoxb-", "hvs.", "github_pat_"])
        for (const width of [24, 30, 60, 76]) {
          const wrapped = `${lead}${letters}`.replaceAll(new RegExp(`.{${width}}(?=.)`, "g"), `$&${end}`);
          const shown = text(`before${end}${wrapped}${end}and after it`);
          expect(shown).toMatch(/^before[\s\S]*\[redacted: [a-z ]+\][\s\S]*after it$/);
          // A last piece of a few letters may stay.
          for (const piece of wrapped.split(end)) if (piece.length > 8) expect(shown).not.toContain(piece);
        }
      expect(text(`ghp_${"a1B2".repeat(9)}\nnext line\nv2`)).toMatch(/\]\nnext line\nv2$/);
    },
  );

  test("finds a secret that is split over the texts of a list", () => {
    const lists = (parts: readonly string[]): unknown[] => [
      parts,
      { content: parts.map((each) => ({ type: "text", text: each })) },
      { content: parts.map((each) => ({ text: each, type: "text" })) },
      {
        deep: [
          { content: parts.map((each) => ({ type: "text", annotations: { priority: 1 }, text: each })) },
        ],
      },
    ];
    for (const secret of [...TOKENS, CONFIGURED])
      for (const parts of [
        [secret.slice(0, 8), secret.slice(8)],
        ["first", `see ${secret.slice(0, 10)}`, secret.slice(10, 15), `${secret.slice(15)} end`],
      ])
        for (const data of lists(parts)) {
          const shown: string[] = [];
          JSON.parse(json(JSON.stringify(data)), (_key, value) => {
            if (typeof value === "string") shown.push(value);
            return value;
          });
          const strings = shown.join("");
          expect(strings.replaceAll("text", "")).not.toContain(secret);
          expect(strings).toContain("[redacted");
          if (parts.length > 2) for (const kept of ["first", "see ", " end"]) expect(strings).toContain(kept);
        }
  });

  test("leaves lists, addresses and codes without secrets as they are", () => {
    const data = {
      list: ["one", "two", "three", "https://example.com/?at=10:30&mail=joe%40example.com"],
      content: [
        { type: "text", text: "a%20b" },
        { type: "text", text: "caf\u00e9 \\u00e9 &#233; ＡＢＣ\r\nx" },
      ],
    };
    expect(JSON.parse(json(JSON.stringify(data)))).toEqual(data);
  });
});

test("spanOf() gives back exactly what a part of a reading was made from", () => {
  const held = "a\x1b[1mb\u200bc&#x64;%65\nＦg";
  for (const make of [withoutHidden, decoded, unwrapped]) {
    const reading = make(held);
    if (reading === undefined) expect.fail("nothing was read");
    let from = 0;
    for (let at = 0; at < reading.text.length; at++) {
      const [start, end] = reading.spanOf(at, at + 1);
      expect(start).toBeGreaterThanOrEqual(from);
      expect(end).toBeGreaterThan(start);
      from = end;
    }
    expect(reading.spanOf(0, reading.text.length)).toEqual([0, held.length]);
  }
  expect(decoded(held)?.text).toBe("abcde\nFg");
});

test("createRedactor() takes linear time in every reading", () => {
  const { text, json } = createRedactor([CONFIGURED]);
  const pieces = [
    "\\",
    "\\u00",
    "&amp;",
    "&#",
    "%25",
    "\x1b]",
    "\x1b[",
    "\x1b[0",
    "\x9d",
    "\x1bP",
    "\r",
    "\n",
    "\n ghp_a1B2",
    "Ａ",
    "&#x67;",
    "\x1b[mghp_a1B2c3",
  ];
  for (const piece of pieces) {
    const [short = 0, long = 0] = [20_000, 160_000].map((size) => {
      const held = piece.repeat(Math.ceil(size / piece.length));
      const data = JSON.stringify(Array.from({ length: size / 20 }, () => piece));
      const start = processorTime();
      text(held);
      json(data);
      return processorTime() - start;
    });
    expect([piece, long < short * 40 + 400]).toEqual([piece, true]);
  }
});

/** How mails, pages, Markdown and shells write a text without meaning to hide anything. */
const WRITTEN: Readonly<Record<string, (secret: string) => string>> = {
  "a mail, broken at the end of a line": (secret) => `${secret.slice(0, 14)}=\r\n${secret.slice(14)}`,
  "a command, broken at the end of a line": (secret) => `${secret.slice(0, 14)}\\\n  ${secret.slice(14)}`,
  "Markdown with escaped signs": (secret) => secret.replaceAll(/[_.~+=&<>/-]/g, "\\$&"),
  "a page that marks what was searched for": (secret) => `<em>${secret.slice(0, 14)}</em>${secret.slice(14)}`,
  "a page with colours": (secret) =>
    `<span class="hl">${secret.slice(0, 3)}</span><span class="x">${secret.slice(3, 20)}</span>${secret.slice(20)}`,
  "a page with places to break": (secret) => secret.replaceAll(/.{7}/g, "$&<wbr/>"),
  "a page with a comment": (secret) => `${secret.slice(0, 9)}<!-- x -->${secret.slice(9)}`,
};

for (const [name, write] of Object.entries(WRITTEN))
  test(`createRedactor() finds tokens and configured secrets in ${name}`, () => {
    const plain = "Tr0ub4dor-3_correct.horse-battery";
    const redactor = createRedactor([plain]);
    for (const secret of [plain, `dj_${"a1B2c3D4-".repeat(5)}`, ...TOKENS]) {
      const text = `before ${write(secret)} after`;
      const left = secret.slice(-10);
      for (const cleaned of [redactor.text(text), redactor.json(JSON.stringify({ text, more: [1] }))])
        expect([secret, cleaned, cleaned.includes(left)]).toEqual([
          ...[secret, expect.stringContaining("[redacted"), false],
        ]);
    }
  });

test("hasOneReading() is true only for texts that no reading changes", () => {
  const pieces = fc.constantFrom(
    ..."aZ9 _-\t\n\r\\\\&#%<>/;x{}u0041",
    "\x1b[0m",
    "\x9b2K",
    "\u200b",
    "&#65;",
    "%41",
    "<b>",
    "\uff21",
    "\u{1d400}",
  );
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 8 }).map((held) => held.join("")),
    fc.string({ unit: "binary" }),
  );
  let single = 0;
  fc.assert(
    fc.property(texts, (text) => {
      if (!hasOneReading(text)) return;
      single++;
      expect([withoutHidden(text), decoded(text), unwrapped(text)], JSON.stringify(text)).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }),
    { numRuns: CASES, seed: SEED },
  );
  expect(single).toBeGreaterThan(100);
});

test("json() finds in records with percent codes alone what a look at every string finds", () => {
  const redactor = createRedactor([CONFIGURED, "hunter2hunter2"]);
  const encodings: readonly Disguise[] = [
    (letter) => letter,
    (letter) => encodeURIComponent(letter),
    (letter) => `%${hex(letter)}`,
    (letter) => `%25${hex(letter)}`,
    (letter) => `%2525${hex(letter).toUpperCase()}`,
  ];
  const secret = fc.constantFrom(
    ...TOKENS,
    CONFIGURED,
    "hunter2hunter2",
    "password=x9Kd02LmQp77",
    "no secret at all",
    "%zz 100% %e4",
  );
  const disguised = fc
    .tuple(secret, fc.array(fc.constantFrom(...encodings), { minLength: 1, maxLength: 5 }))
    .map(([text, ways]) =>
      [...text].map((letter, at) => ways[at % ways.length]?.(letter) ?? letter).join(""),
    );
  const plain = fc.string({ unit: fc.constantFrom(..."abc/?&=%2541 .:-"), maxLength: 12 });
  const text = fc.tuple(plain, disguised, plain).map((parts) => parts.join(""));
  const data = fc.record({
    target: text,
    password: fc.oneof(plain, text),
    list: fc.array(fc.oneof(plain, text), { maxLength: 2 }),
  });
  let changed = 0;
  fc.assert(
    fc.property(data, (held) => {
      const quick: unknown = JSON.parse(redactor.json(JSON.stringify(held)));
      // A secret elsewhere makes the redactor look at every string.
      const { seen }: { seen: unknown } = JSON.parse(
        redactor.json(JSON.stringify({ seen: held, "": TOKENS[0] })),
      );
      expect(quick, JSON.stringify(held)).toEqual(seen);
      if (JSON.stringify(quick) !== JSON.stringify(held)) changed++;
    }),
    { numRuns: CASES, seed: SEED },
  );
  expect(changed).toBeGreaterThan(CASES / 4);
});
