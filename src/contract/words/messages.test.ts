import { expect, test } from "vitest";
import { ERROR_CODES } from "../error.ts";
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
    'Cannot call "write_file": writing files is turned off here (file.write /w/a). To turn it on and be asked each time: dejima policy ask write_file. `dejima policy explain write_file` says what would change it',
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

test.each([
  [
    "approval_required",
    `Cannot call "shell" without an approval: nobody can be asked. To approve it, run: dejima tool call shell --input '{"command":"sh a.sh"}' --approve ${"0".repeat(64)}`,
    `这一步需要有人批准："shell"。没有人可以询问。批准：\`dejima tool call shell --input '{"command":"sh a.sh"}' --approve ${"0".repeat(64)}\`。`,
  ],
  [
    "path_blocked",
    'Cannot use "../x": it leads outside the allowed folders. Use a plain path inside "/w"',
    '这个路径不可访问："../x"，"/w"。它超出了允许的文件夹。请用 /w 里的路径。',
  ],
  [
    "host_blocked",
    'Cannot reach "http://10.0.0.1/": it is a private address. "10.0.0.1" in network.allowPrivate would permit it',
    '这个主机不可访问："http://10.0.0.1/"。这是内网地址。要允许：network.allow 或 network.allowPrivate 中加入 "10.0.0.1"。',
  ],
  [
    "host_blocked",
    'Cannot reach "http://10.0.0.1/": it is a private address. To permit it, run: dejima config set network.allowPrivate 10.0.0.1:80. This replaces the list, so also name the hosts that are in it now',
    '这个主机不可访问："http://10.0.0.1/"。这是内网地址。要允许：`dejima config set network.allowPrivate 10.0.0.1:80`。这会替换整个列表，请同时写上其中已有的主机。',
  ],
  [
    "server_unavailable",
    'Cannot reach "https://a.example/": the name "a.example" could not be resolved',
    '服务目前不可用："https://a.example/"，"a.example"。找不到这个域名。',
  ],
  [
    "approval_required",
    'Cannot use skill "hi": nobody has accepted it yet. After a review, a person can run: dejima skill trust hi',
    '这一步需要有人批准："hi"。还没有人接受它。可以运行：`dejima skill trust hi`。',
  ],
] as const)(
  "errorText() tells the reason and the whole remedy in Chinese: %s %s",
  (code, english, chinese) => {
    expect(errorText({ code, message: english }, "zh")).toBe(chinese);
  },
);
