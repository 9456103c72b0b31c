import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { builtPatternsIn } from "./built-patterns.ts";
import { attacksOn, isSlow, patternsIn, repeats } from "./pump-pattern.ts";

const root = new URL("../..", import.meta.url).pathname;

/** Files and folders whose patterns may be slow on long texts, and why none reaches them. */
const BOUNDED: Readonly<Record<string, string>> = {
  "src/model/language/offline/": "messages over 1,000 characters are not read by rules",
  "src/policy/": "patterns of the person's own config",
  "src/model/remote-embedder.ts": "an address from the config",
  "src/model/language/choose-model.ts": "an address from the environment",
  "src/sources/builtin/network/search-providers.ts": "an address from the config",
  "src/sources/skills/skill.ts": "words are joined by one hyphen each",
  "src/sandbox/bubblewrap/find-bubblewrap.ts": "the version that a program of the system prints",
  "src/files/search/ignore-rules.ts": "lines over 1,000 characters are passed over",
  "src/scan/": "texts are bounded; held by its own tests",
  "src/retrieval/words/name-lookup.ts": "runs over 200 characters are passed over",
};

/** Patterns of which nothing is known before a call, and what keeps them quick. */
const FROM_ELSEWHERE: Readonly<Record<string, string>> = {
  "src/scan/passages.ts anchor": "one of the literals of the scanner",
  "src/scan/signals/fetched-program.ts String.raw": "held by the scanner's own tests",
  "src/execution/redaction/find-tokens.ts shape.":
    "pumped by token-positions.test.ts, each shape through findTokens()",
  "src/flow/orders/order-of-call.ts forms.join": "words of an argument's name, each with one separator",
  "src/flow/orders/stated-right.ts [": "names of rights of at most 60 letters; each repetition is bounded",
  "src/agent/persona.ts pattern": "a rule of the person's own persona, tried before it is accepted",
  "src/agent/nodes/check-answer.ts pattern":
    "a rule of the person's own persona, tried before it is accepted",
};

const files = globSync("src/**/*.ts", { cwd: root })
  .filter((path) => !path.endsWith(".test.ts"))
  .map((path) => {
    const text = readFileSync(`${root}${path}`, "utf8");
    const built = builtPatternsIn(text);
    const known = built.flatMap(({ pattern }) =>
      pattern !== undefined && repeats(pattern) ? [pattern] : [],
    );
    const unknown = built.flatMap(({ written, pattern }) =>
      pattern === undefined ? [`${path} ${written}`] : [],
    );
    return { path, patterns: [...patternsIn(text), ...known], built: built.length, unknown };
  });

const slowIn = (path: string, patterns: readonly RegExp[]) =>
  patterns.flatMap((pattern) => {
    const attack = attacksOn(pattern).find((each) => isSlow(pattern, each));
    return attack === undefined ? [] : [`${path} ${pattern} pump ${JSON.stringify(attack)}`];
  });

const isBounded = (path: string) => Object.keys(BOUNDED).some((place) => path.startsWith(place));

test("no pattern that sees text from outside takes more than linear time", { timeout: 240_000 }, () => {
  const seen = files.filter(({ path }) => !isBounded(path));
  expect(seen.flatMap(({ patterns }) => patterns).length).toBeGreaterThan(200);
  expect(files.reduce((sum, { built }) => sum + built, 0)).toBeGreaterThan(40);
  const slow = seen.flatMap(({ path, patterns }) => slowIn(path, patterns));
  expect(slow, "make it linear: bound each repetition, or scan by hand (src/text/text-end.ts)").toEqual([]);
});

test("a pattern built from unknown parts says what keeps it fast", () => {
  const unknown = files.flatMap((file) => file.unknown);
  const named = Object.keys(FROM_ELSEWHERE);
  expect(unknown.filter((each) => !named.some((start) => each.startsWith(start)))).toEqual([]);
  expect(named.filter((start) => !unknown.some((each) => each.startsWith(start)))).toEqual([]);
});

test("each place that may be slow still holds a pattern that repeats something", () => {
  const idle = Object.keys(BOUNDED).filter(
    (place) => !files.some(({ path, patterns }) => path.startsWith(place) && patterns.length > 0),
  );
  expect(idle, "take it from the list").toEqual([]);
});

test("builtPatternsIn() puts templates, sums and constants together, and says what it does not know", () => {
  const code = [
    'const WORD = "[a-z]+";',
    "const SIGN = /[.,]/;",
    "const A = new RegExp(`^(?:${WORD})+${SIGN.source}$`, 'i');",
    'const B = new RegExp("(a" + "|b)*" + given, "g");',
    "const C = (text: string) => new RegExp(text);",
    "const D = new RegExp(String.raw`\\s*${WORD}$`);",
  ].join("\n");
  expect(builtPatternsIn(code).map(({ pattern }) => pattern?.source)).toEqual([
    "^(?:[a-z]+)+[.,]$",
    "(a|b)*x",
    undefined,
    "\\s*[a-z]+$",
  ]);
});

test.each([
  /[.,]+$/,
  /(\d+(?:\.\d+)?)\s*percent/,
  /\{([^}]+)\}/g,
  /eyJ[\w-]{8,}\.eyJ/,
  /^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*$/i,
])("the pump finds that %s is slow", { timeout: 120_000 }, (pattern) => {
  expect(attacksOn(pattern).some((attack) => isSlow(pattern, attack))).toBe(true);
});
