import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../..", import.meta.url).pathname;

/** Classes of characters that nobody sees, that turn text round or that look alike: `src/text/` alone defines them. */
const DEFINITIONS: readonly RegExp[] = [
  /\\p\{(?:C|Cc|Cf|Co|Cs|Zl|Zp|Other|Control|Format|Default_Ignorable_Code_Point|DI|Bidi_Control|Bidi_C|Variation_Selector|VS|General_Category=C\w*)\}/,
  /\\u(?:00ad|034f|061c|115f|1160|17b[45]|180[b-f]|200[b-f]|202[89a-e]|206[0-9a-f]|2800|3164|fe0[0-9a-f]|feff|ffa0|fff[0-9a-c])/i,
  /\\u\{(?:0*(?:ad|34f|61c|200[b-f]|202[89a-e]|206[0-9a-f]|feff|fe0[0-9a-f])|e0[01][0-9a-f]{2})\}/i,
  /\\(?:x00|0|u0000)-\\(?:x|u00)(?:08|1f)/,
  /normalize\("NFK[CD]"\)/,
  /[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/u,
];

/** Who may, and why. */
const MAY: Readonly<Record<string, string>> = {
  "src/model/embedded/tokenize.ts": "what the embedded model was trained on",
  "src/retrieval/words/name-lookup.ts": "folds names of the index",
  "src/find/judge/name-distance.ts": "tells a name from what it reads as",
  "src/memory/memories.ts": "stored fingerprints of memories",
  "src/sources/skills/archive/admission.ts": "names, dots and slashes as file systems fold them",
  "src/doors/cli/terminal/display-width.ts": "which characters are two columns wide",
  "src/files/path/path-readings.ts": "what file systems and code pages make of a path",
};

const files = globSync(["src/**/*.ts", "console/**/*.{ts,tsx}"], { cwd: root })
  .filter((path) => !/\.test\.tsx?$|node_modules|^src\/text\//.test(path))
  .map((path) => ({ path, text: readFileSync(`${root}${path}`, "utf8") }));

function defines(text: string): boolean {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  return DEFINITIONS.some((definition) => definition.test(code));
}

test("only src/text/ says which characters nobody sees, turn text round or look alike", () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files
    .filter(({ text }) => defines(text))
    .map(({ path }) => path)
    .filter((path) => MAY[path] === undefined);
  expect(
    found,
    "use hidden-characters.ts, plain-text.ts, visible-text.ts, one-line.ts or fold.ts of src/text",
  ).toEqual([]);
});

test("every file that may define characters of its own still does", () => {
  for (const path of Object.keys(MAY))
    expect([path, files.some((file) => file.path === path && defines(file.text))]).toEqual([path, true]);
});

test.each([
  "const HIDDEN = /[\\u200b-\\u200f]/g;",
  "text.replace(/\\p{Cf}/gu, '')",
  'name.normalize("NFKC")',
  "/[\\x00-\\x1f\\x7f]/",
  "/\\p{Default_Ignorable_Code_Point}/u",
  "/[\\u{e0000}-\\u{e007f}]/u",
  "'a\u200bb'",
])("the checker finds the definition planted in %s", (text) => expect(defines(text)).toBe(true));
