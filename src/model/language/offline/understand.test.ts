import { expect, test } from "vitest";
import { understand } from "./understand.ts";

test.each([
  ["what time is it", "current_time", {}],
  ["What time is it in Tokyo?", "current_time", { timezone: "Asia/Tokyo" }],
  ["现在几点", "current_time", {}],
  ["东京现在几点了？", "current_time", { timezone: "Asia/Tokyo" }],
  ["今天星期几", "current_time", {}],
  ["current time in Europe/Lisbon", "current_time", { timezone: "Europe/Lisbon" }],
  ["list the files", "list_files", {}],
  ["what files are in src/agent", "list_files", { path: "src/agent" }],
  ["有哪些文件", "list_files", {}],
  ["列出 docs/ 目录", "list_files", { path: "docs/" }],
  ["what is in README.md", "read_file", { path: "README.md" }],
  ["show the file src/index.ts", "read_file", { path: "src/index.ts" }],
  ["README.md 里有什么内容", "read_file", { path: "README.md" }],
  ["打开 `notes/待办.md`", "read_file", { path: "notes/待办.md" }],
  ["search for TODO in the code", "grep", { pattern: "TODO", literal: true }],
  ['find "hello world" in src/', "grep", { pattern: "hello world", literal: true, path: "src/" }],
  ["在代码里搜索 createRuntime", "grep", { pattern: "createRuntime", literal: true }],
  ["look up the weather in Tokyo", "web_search", { query: "the weather in Tokyo" }],
  ["帮我查一下今天东京的天气", "web_search", { query: "今天东京的天气" }],
  ["run scripts/hello.sh", "shell", { command: "sh scripts/hello.sh" }],
  ["please execute report.py", "shell", { command: "python3 report.py" }],
  ["帮我运行 hello.sh 这个脚本", "shell", { command: "sh hello.sh" }],
  ["run `ls -la`", "shell", { command: "ls -la" }],
  ['write "hello" to out/a.txt', "write_file", { path: "out/a.txt", content: "hello" }],
])("understand(%j) calls %s", (message, tool, input) => {
  expect(understand(message, { earlier: [] })).toEqual([{ kind: "call", tool, input }]);
});

test("understand() takes the script or the file from earlier messages", () => {
  const after = (message: string, ...earlier: string[]) => understand(message, { earlier })[0];
  expect(after("帮我运行这个脚本", "hello.sh 里有什么")).toMatchObject({ input: { command: "sh hello.sh" } });
  expect(after("帮我看看这个文件里有什么", "看看 b.txt")).toMatchObject({ input: { path: "b.txt" } });
  expect(after("这个文件里有什么内容", "看看 a.txt")).toMatchObject({ input: { path: "a.txt" } });
  expect(after("run this script")).toEqual({ kind: "say", what: "which-script" });
});

test.each([
  "tell me a joke about harbours",
  "写一首诗",
  "https://example.com/a.txt is nice",
  "long ".repeat(300),
])("understand(%j) admits that it has no rule", (message) =>
  expect(understand(message, { earlier: [] })).toEqual([{ kind: "say", what: "unknown" }]),
);

test("understand() does several requests in their order, and says which of them it has no rule for", () => {
  expect(understand("list the files, then tell me a joke", { earlier: [] })).toEqual([
    { kind: "call", tool: "list_files", input: {} },
    { kind: "say", what: "unknown", about: "tell me a joke" },
  ]);
  expect(understand('write "a and then list the files" to b.txt', { earlier: [] })).toEqual([
    { kind: "call", tool: "write_file", input: { path: "b.txt", content: "a and then list the files" } },
  ]);
});

test("understand() reads any text within a moment", () => {
  const pieces = [
    "a",
    "what ",
    '"',
    "在",
    "find ",
    "1+",
    "，",
    "a.b/",
    "remind me ",
    "文件里",
    "files in ",
    "write x to a.txt ",
    "\n",
    "每天",
    "then ",
  ];
  for (const piece of pieces) {
    const started = performance.now();
    understand(piece.repeat(1_000).slice(0, 999), { earlier: [], today: "2026-11-15" });
    expect([piece, performance.now() - started < 500]).toEqual([piece, true]);
  }
});
