import { expect, test } from "vitest";
import { createVocabulary } from "./vocabulary.ts";

const words = ["send", "##ing", "mail", "send mail", "天气", "天", "a", "##a"];
const vocabulary = createVocabulary(words.join("\n"), words.length);

test("rowOf() finds every word inside a text, and nothing else", () => {
  for (const [row, word] of words.entries()) {
    expect(vocabulary?.rowOf(`x${word}x`, 1, 1 + word.length)).toBe(row);
    expect(vocabulary?.wordOf(row)).toBe(word);
  }
  for (const other of ["sen", "sendm", "ing", "气", ""])
    expect(vocabulary?.rowOf(other, 0, other.length)).toBe(-1);
});

test("rowOfContinuation() and rowOfPair() find marked pieces and neighbours", () => {
  expect(vocabulary?.rowOfContinuation("sending", 4, 7)).toBe(1);
  expect(vocabulary?.rowOfContinuation("sending", 0, 4)).toBe(-1);
  expect(vocabulary?.rowOfPair("send a mail", [0, 4], [7, 11])).toBe(3);
  expect(vocabulary?.rowOfPair("send a mail", [7, 11], [0, 4])).toBe(-1);
});

test("createVocabulary() refuses lines that are not as many as they should be", () => {
  expect(createVocabulary("a\nb", 3)).toBeUndefined();
  expect(createVocabulary("a\nb", 1)).toBeUndefined();
});
