import { expect, test } from "vitest";
import { ERROR_CODES } from "./error.ts";
import { ERROR_WORDS, errorText, MESSAGES, message } from "./messages.ts";

test("MESSAGES says everything in both languages, with the same values", () => {
  const values = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  for (const [name, { en, zh }] of Object.entries(MESSAGES)) {
    expect(new Set(values(zh)), name).toEqual(new Set(values(en)));
    if (/[a-z]{4}/.test(en.replace(/\{\w+\}/g, ""))) expect(zh, name).toMatch(/\p{Script=Han}/u);
  }
});

test("ERROR_WORDS has words for every code, in both languages", () => {
  expect(Object.keys(ERROR_WORDS).sort()).toEqual([...ERROR_CODES].sort());
  for (const { zh } of Object.values(ERROR_WORDS)) expect(zh).toMatch(/\p{Script=Han}/u);
});

test("errorText() says in Chinese what kind of error it is and what it is about, without an English end", () => {
  for (const code of ERROR_CODES) {
    const error = { code, message: 'Cannot read "a.txt": no such file' };
    expect(errorText(error, "zh"), code).toMatch(/^\p{Script=Han}[^a-z]*："a.txt"$/u);
    expect(errorText(error, "en")).toBe(error.message);
    expect(errorText({ code, message: "It ran longer than 20 ms" }, "zh")).toMatch(
      /^\p{Script=Han}[^a-z]*。$/u,
    );
    const chinese = { code, message: "找不到文件。" };
    expect(errorText(chinese, "zh")).toBe(chinese.message);
  }
});

test("message() puts values in and leaves what is no value", () => {
  expect(message("modelFailed", "zh", { why: "{x}" })).toBe("无法使用模型：{x}");
  expect(message("askPlan", "en")).toContain("{count}");
});
