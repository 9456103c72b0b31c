import { expect, test } from "vitest";
import { characterWidth } from "../../src/doors/cli/terminal/display-width.ts";
import { scanDescription } from "../../src/scan/scan-description.ts";
import { gradeOf, scanText } from "../../src/scan/scan-text.ts";
import { foldForMatching, skeleton } from "../../src/text/fold.ts";
import { foldPath } from "../../src/text/fold-path.ts";
import {
  dropHidden,
  type HiddenKind,
  hasHidden,
  hiddenKind,
  hiddenRuns,
} from "../../src/text/hidden-characters.ts";
import { oneLine } from "../../src/text/one-line.ts";
import { plainText } from "../../src/text/plain-text.ts";
import { visibleLine, visibleText } from "../../src/text/visible-text.ts";

/**
 * What each purpose makes of a character between "a" and "b": a model, a terminal, a list, the columns it takes, and whether two and four
 * of them are found in a description and in a skill ("!" found, "-" not).
 */
type Row = readonly [
  point: number,
  kind: HiddenKind,
  model: string,
  terminal: string,
  line: string,
  columns: number,
  found: string,
];

const TABLE: readonly Row[] = [
  [0x00, "control", "ab", "a␀b", "a b", 1, "!!--"],
  [0x08, "control", "ab", "a␈b", "a b", 1, "!!--"],
  [0x0b, "control", "a\nb", "a␋b", "a b", 1, "!!--"],
  [0x0d, "control", "a\nb", "a␍b", "a b", 1, "!!--"],
  [0x1b, "control", "ab", "a␛b", "a b", 1, "!!--"],
  [0x7f, "control", "ab", "a<U+007F>b", "a b", 1, "!!--"],
  [0x85, "control", "a\nb", "a<U+0085>b", "a b", 1, "!!--"],
  [0x9b, "control", "ab", "a<U+009B>b", "a b", 1, "!!--"],
  [0xad, "hidden", "ab", "a<U+00AD>b", "ab", 0, "-!-!"],
  [0x34f, "hidden", "ab", "a<U+034F>b", "ab", 0, "-!-!"],
  [0x61c, "direction", "ab", "a<U+061C>b", "ab", 0, "-!-!"],
  [0x115f, "blank", "a b", "a<U+115F>b", "a b", 2, "!!-!"],
  [0x17b4, "hidden", "ab", "a<U+17B4>b", "ab", 0, "-!-!"],
  [0x180b, "selector", "ab", "a<U+180B>b", "ab", 0, "!!-!"],
  [0x180e, "hidden", "ab", "a<U+180E>b", "ab", 0, "-!-!"],
  [0x200b, "hidden", "ab", "a<U+200B>b", "ab", 0, "-!-!"],
  [0x200c, "joiner", "ab", "a<U+200C>b", "ab", 0, "!!-!"],
  [0x200d, "joiner", "ab", "a<U+200D>b", "ab", 0, "!!-!"],
  [0x200e, "direction", "ab", "a<U+200E>b", "ab", 0, "-!-!"],
  [0x2028, "break", "a\nb", "a<U+2028>b", "a b", 1, "!!-!"],
  [0x2029, "break", "a\nb", "a<U+2029>b", "a b", 1, "!!-!"],
  [0x202e, "direction", "ab", "a<U+202E>b", "ab", 0, "!!!!"],
  [0x2060, "hidden", "ab", "a<U+2060>b", "ab", 0, "-!-!"],
  [0x2066, "direction", "ab", "a<U+2066>b", "ab", 0, "!!!!"],
  [0x206f, "hidden", "ab", "a<U+206F>b", "ab", 0, "-!-!"],
  [0x2800, "blank", "a b", "a<U+2800>b", "a b", 1, "!!-!"],
  [0x3164, "blank", "a b", "a<U+3164>b", "a b", 2, "!!-!"],
  [0xe000, "private", "ab", "a<U+E000>b", "ab", 1, "!!--"],
  [0xfe0f, "selector", "ab", "a<U+FE0F>b", "ab", 0, "!!-!"],
  [0xfeff, "hidden", "ab", "a<U+FEFF>b", "ab", 0, "-!-!"],
  [0xffa0, "blank", "a b", "a<U+FFA0>b", "a b", 1, "!!-!"],
  [0xfff9, "hidden", "ab", "a<U+FFF9>b", "ab", 0, "-!-!"],
  [0xfffc, "broken", "ab", "a<U+FFFC>b", "ab", 1, "!!--"],
  [0xffff, "broken", "ab", "a<U+FFFF>b", "ab", 1, "!!--"],
  [0xd800, "broken", "ab", "a<U+D800>b", "ab", 1, "!!--"],
  [0x13430, "hidden", "ab", "a<U+13430>b", "ab", 0, "-!-!"],
  [0x1bca0, "hidden", "ab", "a<U+1BCA0>b", "ab", 0, "-!-!"],
  [0x1d173, "hidden", "ab", "a<U+1D173>b", "ab", 0, "-!-!"],
  [0xe0001, "tag", "ab", "a<U+E0001>b", "ab", 0, "!!!!"],
  [0xe0041, "tag", "ab", "a<U+E0041>b", "ab", 0, "!!!!"],
  [0xe0100, "selector", "ab", "a<U+E0100>b", "ab", 0, "!!-!"],
  [0xf0000, "private", "ab", "a<U+F0000>b", "ab", 1, "!!--"],
];

test.each(TABLE)(
  "U+%x is %s, and every purpose agrees on it",
  (point, kind, model, terminal, line, columns, found) => {
    const character = String.fromCodePoint(point);
    const text = `a${character}b`;
    expect(hiddenKind(character)).toBe(kind);
    expect([plainText(text), visibleText(text), visibleLine(text), oneLine(text)]).toEqual([
      model,
      terminal,
      terminal,
      line,
    ]);
    expect([foldForMatching(text), skeleton(text).text]).toEqual([model, model]);
    expect([dropHidden(text), foldPath(text)]).toEqual(["ab", "ab"]);
    expect(hiddenRuns(text)).toEqual([{ index: 1, text: character }]);
    expect(hasHidden(text, [kind])).toBe(true);
    expect(characterWidth(character)).toBe(columns);
    const some = [2, 4].map((count) => `a ${character.repeat(count)}b`);
    const scans = [
      ...some.map((each) => scanDescription(each).length > 0),
      ...some.map((each) => gradeOf(scanText({ file: "SKILL.md", text: each, isCode: false })) === "danger"),
    ];
    expect(scans.map((isFound) => (isFound ? "!" : "-")).join("")).toBe(found);
  },
);

test.each(["\u0301", "\u20dd\u0489", "\u0301\u200b", "\u0301\u034f", "\u0335\u202e", "\u0e49"])(
  "of marks piled up on one letter (%j), every purpose shows a few",
  (marks) => {
    const text = `a${marks.repeat(500)}b\nc`;
    for (const shown of [plainText(text), visibleText(text), oneLine(text), foldForMatching(text)])
      expect(shown.match(/[\p{Mn}\p{Me}]/gu)?.length ?? 0).toBeLessThan(9);
    expect(plainText(text)).toMatch(/b\nc$/);
    expect(visibleText(text).length).toBeLessThan(80);
    expect(hiddenRuns(text).length).toBeGreaterThan(0);
  },
);

test("marks of real scripts stay, however many a letter has", () => {
  for (const word of ["\u05d1\u05b0\u05bc\u0591\u05bd", "བསྒྲུབས", "ที่นี่", "Việt", "नमस्ते", "e\u0301\u0323\u0302"])
    expect([plainText(word), visibleText(word), oneLine(word)]).toEqual([word, word, word]);
});
