import { expect, test } from "vitest";
import { hiddenCharacters, plainText, summaryOf } from "./plain-text.ts";

test("plainText() drops what cannot be seen and keeps what can", () => {
  const tags = [..."secret"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
  expect(plainText(`Adds${tags} two\u202e numbers\u0007.\n`, 100)).toBe("Adds two numbers.");
  expect(hiddenCharacters(`a${tags}`)).toHaveLength(6);
  expect(plainText("x".repeat(20), 10)).toBe(`${"x".repeat(10)}…`);
});

test("hiddenCharacters() knows joiners of emoji and of Persian as what they are, but not between Latin letters", () => {
  expect(hiddenCharacters("👩‍💻 می‌خواهم")).toEqual([]);
  expect(hiddenCharacters("a\u200db")).toEqual(["\u200d"]);
});

test("summaryOf() takes the first sentence where it fits", () => {
  expect(summaryOf("Reads a file. It may be large.", 80)).toBe("Reads a file");
  expect(summaryOf("word ".repeat(40), 80)).toHaveLength(80);
});
