import { expect, test } from "vitest";
import { displayWidth } from "./display-width.ts";
import { createWordWrap, wrapText } from "./word-wrap.ts";

test("displayWidth() counts the columns that a terminal uses", () => {
  expect(displayWidth("abc")).toBe(3);
  expect(displayWidth("中文a")).toBe(5);
  expect(displayWidth("e\u0301")).toBe(1);
  expect(displayWidth("🙂")).toBe(2);
  expect(displayWidth("\x1b[31mred\x1b[39m")).toBe(3);
});

test("wrapText() breaks between words, and anywhere between East Asian characters but before a closing mark", () => {
  expect(wrapText("one two three four five six", 20)).toBe("one two three four\nfive six");
  const chinese = wrapText("今天的天气很好，我们一起去公园散步吧。真的很开心", 20);
  for (const line of chinese.split("\n")) {
    expect(displayWidth(line)).toBeLessThanOrEqual(20);
    expect(line).not.toMatch(/^[，。]/);
  }
  expect(chinese.replaceAll("\n", "")).toBe("今天的天气很好，我们一起去公园散步吧。真的很开心");
});

test("wrapText() keeps quoted lines, and indents what goes on of a list", () => {
  const quoted = `│ ${"x".repeat(60)}`;
  expect(wrapText(quoted, 20)).toBe(quoted);
  expect(wrapText("- one two three four five", 20)).toBe("- one two three four\n  five");
});

// A small generator: the same seed makes the same texts.
function* texts(seed: number, count: number): Generator<string> {
  let state = seed;
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
  const words = [
    "a",
    "word",
    "longer-word",
    "中",
    "文字，",
    "界。",
    "\x1b[1mbold\x1b[22m",
    "🙂",
    "e\u0301",
    " ",
    "  ",
    "\n",
    "(x)",
    "http://a.b/c",
  ];
  for (let made = 0; made < count; made++)
    yield Array.from({ length: next(40) }, () => {
      const word = words[next(words.length)] ?? "";
      // Words of an alphabet end with a blank, so that none is wider than the window.
      return /[a-z)]|\x1b/.test(word) || next(3) === 0 ? `${word} ` : word;
    }).join("");
}

test("createWordWrap() loses no character, keeps every line within the width, and does not mind how the text is cut", () => {
  const bare = (text: string) => text.replaceAll(/\s/g, "");
  for (const text of texts(7, 10_000)) {
    const whole = createWordWrap(() => 24);
    const wrapped = whole.push(text) + whole.end();
    expect(bare(wrapped)).toBe(bare(text));
    for (const line of wrapped.split("\n"))
      expect(displayWidth(line.trimEnd()), JSON.stringify(text)).toBeLessThanOrEqual(24);
    const pieces = createWordWrap(() => 24);
    let cut = "";
    for (const character of text) cut += pieces.push(character);
    // Sequences are cut apart here, so only texts without them compare.
    if (!text.includes("\x1b")) expect(cut + pieces.end()).toBe(wrapped);
  }
});
