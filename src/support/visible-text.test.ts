import { expect, test } from "vitest";
import { visibleText } from "./visible-text.ts";

test("visibleText() shows what could move the cursor or turn the text round", () => {
  expect(visibleText("a\u001b[2Jb\rc\u0007")).toBe("a␛[2Jb␍c␇");
  expect(visibleText("safe\u202etxt.exe\u200b")).toBe("safe<U+202E>txt.exe<U+200B>");
  expect(visibleText("\u009b31m")).toBe("<U+009B>31m");
});

test("visibleText() leaves plain text, lines, tabs and any language alone", () => {
  const text = "line\n\tindented 目录 café 👩‍👩‍👧 עברית";
  expect(visibleText(text)).toBe(text);
});
