import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Effect } from "../contract/effect.ts";
import { createRedactor } from "../execution/redaction/redactor.ts";
import { canonicalCommands } from "../policy/canonical-command.ts";
import { scriptHashes } from "./call-hash.ts";
import { previewText } from "./preview-text.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dejima-preview-"));
  await writeFile(join(folder, "a.txt"), "one\ntwo\nthree\n");
  await writeFile(join(folder, "binary"), Buffer.from([0, 1, 2]));
  for (const name of ["run.sh", "tool", "package.json", "data.csv"])
    await writeFile(join(folder, name), name);
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

const findProgram = (name: string) => (name === "npm" ? "/usr/bin/npm" : undefined);
const writing = (name: string): Effect[] => [{ kind: "file.write", target: join(folder, name) }];
const preview = (effects: Effect[], input: object = {}) =>
  previewText({ input, effects }, { findProgram, redactor: createRedactor() });

test("previewText() shows a write as a diff, of the whole content or of a passage", async () => {
  const whole = await preview(writing("a.txt"), { content: "one\n2\nthree\n" });
  expect(whole).toMatchObject({ kind: "diff", text: expect.stringContaining("-two\n+2\n") });
  const passage = await preview(writing("a.txt"), { find: "two", replace: "$&" });
  expect(passage?.text).toContain("-two\n+$&\n");
  expect((await preview(writing("new.txt"), { content: "x\n" }))?.text).toContain("+x");
});

test("previewText() says that a write would change nothing", async () => {
  expect(await preview(writing("a.txt"), { content: "one\ntwo\nthree\n" })).toMatchObject({
    kind: "content",
    text: expect.stringContaining("No change"),
    zh: expect.stringContaining("没有改动"),
  });
  // A new file is a change, even an empty one.
  expect(await preview(writing("new.txt"), { content: "" })).toMatchObject({ kind: "diff" });
});

test("previewText() shows what a deletion takes away, or that there is nothing to delete", async () => {
  const deleting = (name: string): Effect[] => [{ kind: "file.delete", target: join(folder, name) }];
  expect(await preview(deleting("a.txt"))).toMatchObject({
    kind: "diff",
    text: expect.stringContaining("-one\n-two\n-three\n"),
  });
  expect(await preview(deleting("nothing.txt"))).toEqual({
    kind: "content",
    text: "No change: the file does not exist",
    zh: "没有改动：文件不存在",
  });
  expect(await preview(deleting("binary"))).toBeUndefined();
  expect(await preview(deleting("."))).toBeUndefined();
  // What moves is not lost.
  expect(await preview([...deleting("a.txt"), ...writing("b.txt")])).toBeUndefined();
});

test("previewText() shows no diff for binary content or a missing passage", async () => {
  expect(await preview(writing("binary"), { content: "x" })).toBeUndefined();
  expect(await preview(writing("a.txt"), { find: "four", replace: "x" })).toBeUndefined();
  expect(await preview(writing("a.txt"), { content: "eA==", encoding: "base64" })).toBeUndefined();
});

test("previewText() shows characters that would hide or turn around a part of it, and keeps emoji", async () => {
  const { text = "" } = (await preview(writing("a.txt"), { content: "a \u202eb\u200b ❤️\r\n" })) ?? {};
  expect(text).toContain("+a <U+202E>b<U+200B> ❤️\n");
  const command = await preview([{ kind: "command.run", target: "npm \u2066x" }]);
  expect(command?.text).toContain("$ npm <U+2066>x");
});

test("previewText() cuts a long preview and says so", async () => {
  const { text = "" } = (await preview(writing("a.txt"), { content: "x\n".repeat(20_000) })) ?? {};
  expect(text.length).toBeLessThan(13_000);
  expect(text).toMatch(/… \d+ more characters$/);
});

test("previewText() shows commands with their programs, and requests with their line", async () => {
  const commands: Effect[] = ["npm test", "nonsense"].map((target) => ({ kind: "command.run", target }));
  expect((await preview(commands))?.text).toBe(
    "$ npm test\n  npm: /usr/bin/npm\n$ nonsense\n  nonsense: not found among the programs of the system",
  );
  const inShell: Effect[] = [{ kind: "command.run", target: "exit 3" }];
  expect(await preview(inShell)).toMatchObject({
    text: "$ exit 3\n  exit: part of the shell",
    zh: "$ exit 3\n  exit：shell 自带",
  });
  const request: Effect[] = [{ kind: "host.send", target: "https://a.example/x" }];
  expect(await preview(request, { method: "put" })).toEqual({
    kind: "request",
    text: "PUT https://a.example/x",
  });
  expect((await preview(request, { body: "a=1" }))?.text).toBe("POST https://a.example/x\n\na=1");
  expect((await preview(request, { body: { a: 1 } }))?.text).toContain('"a": 1');
  const long = (await preview(request, { body: "x".repeat(20_000) }))?.text ?? "";
  expect(long).toMatch(/… \d+ more characters$/);
});

test("scriptHashes() binds the scripts that a command runs, and not the data it reads", async () => {
  const named = async (target: string) =>
    Object.keys(await scriptHashes([{ kind: "command.run", target }], folder)).map((path) =>
      path.slice(folder.length + 1),
    );
  expect(await named("sh run.sh")).toEqual(["run.sh"]);
  expect(await named("./tool data.csv")).toEqual(["tool"]);
  expect(await named("node -r ./x tool")).toEqual(["tool"]);
  expect(await named("npm test")).toEqual(["package.json"]);
  expect(await named("cat data.csv")).toEqual([]);
  expect(await named("echo $(sh run.sh) | sh")).toEqual(["run.sh"]);
});

test.each([
  ["cat orders | sh", "orders"],
  ["psql < orders", "orders"],
  ["$(cat orders)", "orders"],
  ["BASH_ENV=orders bash -c true", "orders"],
  ["make -forders", "orders"],
  ["make --file=orders", "orders"],
  ["gdb -x orders", "orders"],
  ["awk -forders x", "orders"],
  ["crontab orders", "orders"],
  ["ninja -f orders", "orders"],
  ["xargs -a orders sh -c", "orders"],
  ["sh ord*", "orders"],
  ["sh [o]rders", "orders"],
  ["sh or{a,ders}", "orders"],
  ["x=ders; sh or$x", "orders"],
  ["sh /proc/self/cwd/orders", "orders"],
  ["sh 'two words'", "two words"],
  ["cd deep && sh inner", "deep/inner"],
  ["docker build .", "Dockerfile"],
  ["npx vite build", "vite.config.mjs"],
  ["./gradlew build", "build.gradle"],
  ["terraform apply", "main.tf"],
  ["uv run x", "pyproject.toml"],
  ["go test ./...", "go.mod"],
  ["cat orders", undefined],
  ["grep x orders | sort", undefined],
  ["npm test > orders", undefined],
])("an approval of %j is bound to %s", async (line, file) => {
  const place = await mkdtemp(join(tmpdir(), "dejima-bound-"));
  await mkdir(join(place, "deep"));
  for (const name of [
    ...["orders", "two words", "deep/inner", "Dockerfile", "vite.config.mjs", "build.gradle", "main.tf"],
    ...["pyproject.toml", "go.mod"],
  ])
    await writeFile(join(place, name), "x");
  const bound = Object.keys(await scriptHashes(canonicalCommands(line), place));
  expect(bound.map((path) => path.slice(place.length + 1))).toEqual(
    file === undefined ? [] : expect.arrayContaining([file]),
  );
  await rm(place, { recursive: true });
});

test("scriptHashes() takes a line of 50,000 words, a word too long for a path and a zero byte", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dejima-scripts-"));
  await writeFile(join(folder, "Last.py"), "print(1)");
  const many = Array.from({ length: 50_000 }, (_, at) => `word${at}`).join(" ");
  for (const target of [
    `python ${many} Last.py`,
    `python ${"a".repeat(5_000)} Last.py`,
    "python a\0b Last.py",
  ])
    expect(Object.keys(await scriptHashes([{ kind: "command.run", target }], folder))).toEqual([
      join(folder, "Last.py"),
    ]);
});

test("scriptHashes() binds a script wherever it stands in a line, however many words stand before it", async () => {
  await mkdir(join(folder, "sub"));
  for (const path of ["sub/build", "sub/Makefile", "module.py", "main.tcl", "Rakefile", "conftest.py"])
    await writeFile(join(folder, path), "#!/bin/sh\n", { mode: path === "sub/build" ? 0o755 : 0o644 });
  const many = Array.from({ length: 60 }, (_none, at) => `a${at}.sh`).join(" ");
  for (const [target, script] of [
    ["timeout 5 sub/build", "sub/build"],
    ["env A=1 ./sub/build", "sub/build"],
    ["A=1 nice ./sub/build", "sub/build"],
    ["cd sub && ./build", "sub/build"],
    ["$PWD/sub/build", "sub/build"],
    ["tar --to-command=./sub/build -xf a.tar", "sub/build"],
    ["make -C sub", "sub/Makefile"],
    ["python3 -m module", "module.py"],
    ["tclsh main.tcl", "main.tcl"],
    ["rake", "Rakefile"],
    ["pytest -q", "conftest.py"],
    [`echo ${many}; sh sub/build`, "sub/build"],
  ] as const)
    expect(Object.keys(await scriptHashes([{ kind: "command.run", target }], folder)), target).toContain(
      join(folder, script),
    );
});

test("previewText() removes secrets before it cuts, wherever they are", async () => {
  const token = `ghp_${"a1B2".repeat(9)}`;
  const target = "https://example.com/";
  for (const at of [0, 11_900, 11_950, 11_960, 11_970, 11_985, 20_000])
    for (const body of [`${"x ".repeat(at / 2)}${token} y`, { deep: [`${"x ".repeat(at / 2)}\n${token}`] }]) {
      const shown = await preview([{ kind: "host.send", target }], { body });
      expect(shown?.text).not.toContain("ghp_");
      const write = await preview(writing("new.txt"), { content: JSON.stringify(body) });
      expect(write?.text).not.toContain("ghp_");
    }
});
