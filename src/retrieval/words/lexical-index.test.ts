import { expect, test } from "vitest";
import { DEFAULT_WEIGHTS } from "../ranking-weights.ts";
import { createLexicalIndex } from "./lexical-index.ts";

const WORDS_ALONE = { whole: undefined, weight: 1 };
const EMPTY = { name: "", description: "", parameters: "", category: "", intent: "", examples: "" };

function anIndex(descriptions: readonly string[]) {
  const index = createLexicalIndex((text) => text.toLowerCase(), DEFAULT_WEIGHTS.lexical);
  for (const [slot, description] of descriptions.entries()) index.add(slot, { ...EMPTY, description });
  return index;
}

test("remove() takes the words of a slot out, so that its next holder is not found by them", () => {
  const index = anIndex(["weather forecast", "train ticket", "天气预报"]);
  index.remove(new Set([0]));
  index.add(0, { ...EMPTY, description: "music player" });
  const found = [...index.score(index.prepare("weather forecast"), 3, WORDS_ALONE).scores];
  expect(found).toEqual([0, 0, 0]);
  expect(index.score(index.prepare("music"), 3, WORDS_ALONE).scores[0]).toBeGreaterThan(0);
  expect(index.sharedWords(index.prepare("weather music"), [0, 1])).toEqual([["music"], []]);
});

test("score() finds two-character Chinese words, plurals and words spelled alike, the rarer word counting more", () => {
  const index = anIndex(["查询天气的工具", "forecasting tools", "calendar tools", "mail tools"]);
  expect(index.score(index.prepare("明天天气"), 4, WORDS_ALONE).scores[0]).toBeGreaterThan(0.1);
  expect(index.score(index.prepare("forecast"), 4, WORDS_ALONE).scores[1]).toBeGreaterThan(0);
  expect(index.score(index.prepare("calender"), 4, WORDS_ALONE).scores[2]).toBeGreaterThan(0);
  const [, , rare = 0, common = 0] = index.score(
    index.prepare("a tool for my calendar"),
    4,
    WORDS_ALONE,
  ).scores;
  expect(rare).toBeGreaterThan(common);
});
