import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { attacksOn, isSlow, patternsIn } from "./pump-pattern.ts";

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
  "src/files/search/gitignore.ts": "lines over 1,000 characters are passed over",
  "src/sources/mcp/scan/": "descriptions are bounded, and read by one scanner soon",
  "src/scan/": "texts are bounded; held by its own tests",
  "src/retrieval/words/name-lookup.ts": "runs over 200 characters are passed over",
  "src/support/against-user.ts": "read line by line by the scanner",
};

const files = globSync("src/**/*.ts", { cwd: root })
  .filter((path) => !path.endsWith(".test.ts"))
  .map((path) => ({ path, patterns: patternsIn(readFileSync(`${root}${path}`, "utf8")) }));

test("no pattern that sees text from outside takes more than linear time", { timeout: 240_000 }, () => {
  const seen = files.filter(({ path }) => !Object.keys(BOUNDED).some((place) => path.startsWith(place)));
  expect(seen.flatMap(({ patterns }) => patterns).length).toBeGreaterThan(200);
  const slow = seen.flatMap(({ path, patterns }) =>
    patterns.flatMap((pattern) => {
      const attack = attacksOn(pattern).find((each) => isSlow(pattern, each));
      return attack === undefined ? [] : [`${path} ${pattern} pump ${JSON.stringify(attack)}`];
    }),
  );
  expect(slow, "make it linear: bound each repetition, or scan by hand (src/text/trim-end.ts)").toEqual([]);
});

test.each([
  /[.,]+$/,
  /(\d+(?:\.\d+)?)\s*percent/,
  /\{([^}]+)\}/g,
  /eyJ[\w-]{8,}\.eyJ/,
  /^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*$/i,
])("the pump finds that %s is slow", (pattern) => {
  expect(attacksOn(pattern).some((attack) => isSlow(pattern, attack))).toBe(true);
});
