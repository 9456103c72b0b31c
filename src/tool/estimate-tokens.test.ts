import { expect, test } from "vitest";
import { estimateTokens } from "./catalogue.ts";

// What OpenAI's o200k tokenizer counts, by gpt-tokenizer 3.
test.each([
  ["- read_file: Read a text file inside the workspace, page by page", 15],
  ["The quick brown fox jumps over the lazy dog", 9],
  ["从图片里提取文字，并翻译成英文", 11],
  ["Convert 1250000 JPY into EUR at the rate of 2024-03-31", 20],
  ["internationalization and responsibilities", 4],
  ['{"type":"object","properties":{"path":{"type":"string"}}}', 14],
])("estimateTokens() of %j is near what a model counts, and not far below", (text, exact) => {
  const estimate = estimateTokens(text);
  expect(estimate).toBeGreaterThanOrEqual(exact * 0.9);
  expect(estimate).toBeLessThanOrEqual(exact * 1.5 + 2);
});

test("estimateTokens() of nothing and of blanks is nothing", () => {
  expect(estimateTokens("")).toBe(0);
  expect(estimateTokens("   ")).toBe(0);
});

test("estimateTokens() counts each emoji and each character of other scripts", () => {
  expect(estimateTokens("😀😀😀")).toBe(3);
  expect(estimateTokens("привет")).toBe(6);
});
