import fc from "fast-check";
import { expect, test } from "vitest";
import { createQuietText } from "./quiet-text.ts";
import { createRedactor } from "./redactor.ts";

const TOKEN = `ghp_${"a1B2".repeat(9)}`;
const SECRETS = ["Tr0ub4dor-3-horse", "пароль-сложный", "1234567890"];
const PIECES = [
  TOKEN,
  [...TOKEN].reverse().join(""),
  ...SECRETS,
  "password",
  "a path to https://x/y",
  "\n",
  "%67",
  "<b>",
];

/** Texts that consist of pieces of secrets and of ordinary words, cut anywhere. */
const pieces = fc
  .tuple(fc.constantFrom(...PIECES), fc.nat(40), fc.nat(40))
  .map(([text, from, length]) => text.slice(from, from + length));
const texts = fc.oneof(
  pieces,
  fc.constantFrom("", "x ", "plain words, nothing else", TOKEN.slice(0, 9), TOKEN.slice(9)),
);
const blocks = texts.map((text) => ({ type: "text", text }));
const values = fc.oneof(
  texts,
  blocks,
  fc.integer(),
  fc.constant(1_234_567_890),
  fc.array(fc.oneof(texts, blocks), { maxLength: 3 }),
);
const data = fc.dictionary(
  fc.constantFrom("a", "text", "note", "password", "type", "at", "x-api-key"),
  values,
  { maxKeys: 4 },
);

test("json() and record() find without a look at every string what that look finds, with the data and without", () => {
  const redactor = createRedactor(SECRETS);
  let changed = 0;
  let same = 0;
  fc.assert(
    fc.property(data, (held) => {
      for (const clean of [redactor.json, redactor.record]) {
        const raw = JSON.stringify(held);
        // A secret elsewhere makes the redactor look at every string.
        const { held: expected }: { held: unknown } = JSON.parse(clean(JSON.stringify({ held, "": TOKEN })));
        expect([JSON.parse(clean(raw)), JSON.parse(clean(raw, held))], raw).toEqual([expected, expected]);
        if (JSON.stringify(expected) === raw) same++;
        else changed++;
      }
    }),
    { numRuns: 10_000, seed: 20_261_118 },
  );
  expect(Math.min(changed, same)).toBeGreaterThan(2_000);
});

test("json() looks at the JSON text where data writes itself in another way", () => {
  const { json } = createRedactor();
  for (const value of [{ toJSON: () => TOKEN }, new String(TOKEN), new URL(`https://x.example/${TOKEN}`)]) {
    const held = { value };
    expect(json(JSON.stringify(held), held)).not.toContain(TOKEN);
  }
});

test("isQuiet() is true for ordinary texts and false for beginnings of secrets", () => {
  const { isQuiet } = createQuietText(SECRETS);
  for (const text of [
    "ok",
    "2026-11-18T05:00:00.000Z",
    '<data-1f from="noop">\nok\n</data-1f>',
    "Grüße, 世界",
  ])
    expect([text, isQuiet(text)]).toEqual([text, !/[^\x00-\x7f]/.test(text)]);
  for (const text of ["ghp_", "_phg", "see Tr0ub4dor-3-horse", "gh\np_", "1234567890"])
    expect(isQuiet(text)).toBe(false);
  expect(createQuietText([]).isQuiet("Grüße, 世界")).toBe(true);
});

test("isQuiet() takes plain words for quiet, and no token with blanks between its letters", () => {
  const quiet = createQuietText([]);
  expect(quiet.isQuiet("unload the ships with the tide")).toBe(true);
  expect(quiet.isQuiet(`take ${[...TOKEN].join(" ")} with you`)).toBe(false);
  expect(createRedactor().text(`take ${[...TOKEN].join(" ")} with you`)).toContain("[redacted: ");
});
