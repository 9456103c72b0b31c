import { expect, test } from "vitest";
import { fingerprint } from "./memories.ts";

test.each([
  ["I like tea", "i like TEA."],
  ["The user prefers dark mode", "User prefers the dark mode!"],
  ["我对花生过敏", "我对花生过敏。"],
  ["Ｗi-Fi is on", "wi fi is on"],
])("fingerprint() takes %j and %j for the same", (a, b) => {
  expect(fingerprint(a)).toBe(fingerprint(b));
});

test.each([
  ["I like tea", "I do not like tea"],
  ["Ada likes Bob", "Bob likes Ada"],
  ["due at 10", "due at 11"],
  ["我喜欢茶", "我不喜欢茶"],
  ["the", "a"],
])("fingerprint() tells %j from %j", (a, b) => {
  expect(fingerprint(a)).not.toBe(fingerprint(b));
});
