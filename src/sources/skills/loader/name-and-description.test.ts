import { expect, test } from "vitest";
import { nameOf, plainText } from "./name-and-description.ts";

test("plainText() removes what nobody sees and says so", () => {
  for (const hidden of ["\u200B", "\u202E", "\u2066", "\u{E0041}", "\u00AD", "\u0007", "\uFEFF", "\u200D"]) {
    expect(plainText(`a ${hidden} b`)).toEqual({ text: "a b", hidden: true });
  }
});

test("plainText() keeps emoji, joined scripts and ordinary text as they are", () => {
  for (const text of ["⚠️ careful", "👩‍💻 codes", "می‌خواهم", "出島 の窓口", "naïve — “quoted”"]) {
    expect(plainText(text)).toEqual({ text, hidden: false });
  }
});

test("plainText() makes one line of many", () => {
  expect(plainText("  a\r\n  b\tc\n").text).toBe("a b c");
});

test.each(["t\u0456me", "\uff54ime", "ti\u200bme"])(
  "a name that only looks like another one is that name, so that the more trusted skill wins: %j",
  (written) => expect(nameOf(written, "folder", []).name).toBe("time"),
);
