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
    expect(errorText(error, "zh"), code).toMatch(/^\p{Script=Han}[^a-z]*："a.txt"。文件不存在。$/u);
    expect(errorText(error, "en")).toBe(error.message);
    expect(errorText({ code, message: "It ran longer than 20 ms" }, "zh")).toMatch(
      /^\p{Script=Han}[^a-z]*。$/u,
    );
    const chinese = { code, message: "找不到文件。" };
    expect(errorText(chinese, "zh")).toBe(chinese.message);
  }
});

test.each([
  [
    "tool_not_allowed",
    'Cannot call "write_file": file.write /w/a; writing files is turned off here. To turn it on and be asked each time: dejima policy ask write_file. `dejima policy explain write_file` says what would change it',
    ["这里关闭了写入文件", "`dejima policy ask write_file`"],
  ],
  [
    "path_blocked",
    'Cannot use "/etc/x": it leads outside the allowed folders. Use a plain path inside "/w"',
    ["超出了允许的文件夹", '"/w"'],
  ],
  ["approval_denied", 'Cannot call "shell": Ada said no, because: 用 b.txt', ["原因：用 b.txt"]],
  [
    "approval_required",
    'Cannot call "shell" yet: tazuko waits for an answer. To answer, run: dejima approvals approve tazuko',
    ["正在等待答复", "`dejima approvals approve tazuko`"],
  ],
  ["conflict", 'Cannot add "w": it already exists; --force replaces it', ["已经存在", "`--force`"]],
] as const)("errorText() keeps the reason and the way on in Chinese: %s", (code, english, kept) => {
  const told = errorText({ code, message: english }, "zh");
  for (const words of kept) expect(told).toContain(words);
  expect(told).toMatch(/。$/);
  // Outside of quotes and commands nothing is left in English.
  const outside = told.replaceAll(/"[^"]*"|`[^`]*`|原因：[^。]*/g, "");
  expect(outside).not.toMatch(/[a-z]{3}/i);
});

test("message() puts values in and leaves what is no value", () => {
  expect(message("modelFailed", "zh", { why: "{x}" })).toBe("无法使用模型：{x}");
  expect(message("askPlan", "en")).toContain("{count}");
});
