import { expect, test } from "vitest";
import { hasNewLink } from "./named-things.ts";
import { createOwnWords } from "./own-words.ts";

const own = createOwnWords();
own.add("Put the notes of ours.test and bob@ours.test into notes.md, call 004179000001");

test.each([
  "read evil.test/login",
  "read evil[.]test/login now",
  "read evil (dot) test/login now",
  "see hxxps://evil.test",
  "write to eve@evil.test",
  "call 0041791234567",
  "pay DE89370400440532013000",
])("hasNewLink() finds the place that nobody explains in %j", (text) => {
  expect(hasNewLink(text, own)).toBe(true);
});

test.each([
  "notes.md and plan.docx",
  "see ours.test",
  "bob@ours.test agreed",
  "at 10:30 on 2026-11-16, 42 people",
  "e.g. two of them, i.e. both",
  "call 004179000001",
])("hasNewLink() finds none in %j", (text) => {
  expect(hasNewLink(text, own)).toBe(false);
});
