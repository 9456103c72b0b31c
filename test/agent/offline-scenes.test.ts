import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createOfflineModel } from "../../src/model/language/offline/offline-model.ts";
import { changesFiles } from "../../src/model/language/offline/read-script-first.ts";
import { aRuntime } from "../support/a-runtime.ts";
import { hear } from "./an-agent.ts";

/** The offline model with everything allowed that these scenes need. */
async function aScene(files: Readonly<Record<string, string>> = {}) {
  const world = await aRuntime({
    model: createOfflineModel(),
    files,
    config: { permissions: { safe: ["write_file(./**)"] } },
    ask: async () => ({ answer: "approve", by: "a person" }),
  });
  let conversation: string | undefined;
  return {
    ...world,
    async say(text: string) {
      const told = await hear(
        world.runtime.agent.run(text, conversation === undefined ? {} : { conversation }),
      );
      conversation = told.of("turn-start")[0]?.conversationId;
      return { ...told, answer: told.end.answer ?? "", tools: told.of("call-end").map(({ tool }) => tool) };
    },
    read: (name: string) => readFile(join(world.workspace, name), "utf8"),
  };
}

test.each([
  ["what time is it in Tokyo? write the answer to out.txt", /Asia\/Tokyo/],
  ["东京现在几点？把结果保存到 out.txt", /Asia\/Tokyo/],
  ["what is in notes.md, and put its contents into out.txt", /^buy milk\n$/],
  ["run hello.sh and save the output to out.txt", /^hello\n$/],
  ["运行 hello.sh 然后把输出写到 out.txt", /^hello\n$/],
  ["list the files and write the list to out.txt", /notes\.md/],
  ["calculate 17 times 23 and write the result to out.txt", /^391\n$/],
  ["compute 5+5 and then put the outcome in out.txt", /^10\n$/],
  ["算一下 17 乘以 23，把得数写到 out.txt", /^391\n$/],
])("%s: what is written is the result, never the words for it", async (message, content) => {
  await using scene = await aScene({ "notes.md": "buy milk\n", "hello.sh": "echo hello\n" });
  const { answer } = await scene.say(message);
  expect(answer).toMatch(/out\.txt/);
  expect(await scene.read("out.txt")).toMatch(content);
});

test("the result of the message before can be saved, and without one it asks what to write", async () => {
  await using scene = await aScene();
  expect((await scene.say("write the result to out.txt")).answer).toContain(
    "What should I write into `out.txt`?",
  );
  await using other = await aScene({ "notes.md": "buy milk\n" });
  await other.say("what time is it in Tokyo?");
  await other.say("save the result to out.txt");
  expect(await other.read("out.txt")).toMatch(/Asia\/Tokyo/);
  await other.say("算一下 17 乘以 23，把结果写到 out.txt");
  expect(await other.read("out.txt")).toBe("391\n");
});

test.each([
  ["create a.txt", "buy milk", "a.txt", /^buy milk\n?$/],
  ["新建一个文件 a.txt", "买牛奶", "a.txt", /^买牛奶\n?$/],
])("%s: asks what to write, and takes %s for the answer", async (request, answer, file, content) => {
  await using scene = await aScene();
  expect((await scene.say(request)).answer).toContain(file);
  await scene.say(answer);
  expect(await scene.read(file)).toMatch(content);
});

test("an answer that is a separate request starts fresh", async () => {
  await using scene = await aScene({ "hello.sh": "echo hello\n" });
  expect((await scene.say("run this script")).answer).toContain("Which script?");
  expect((await scene.say("what time is it in Tokyo?")).tools).toEqual(["current_time"]);
  expect((await scene.say("hello.sh")).tools).not.toContain("shell");
});

test.each([
  ["run gone.sh", "gone.sh"],
  ["运行 没有.sh", "没有.sh"],
])("a script that does not exist is told before anybody is asked: %s", async (request, name) => {
  await using scene = await aScene();
  const { tools, answer } = await scene.say(request);
  expect(tools).toEqual(["read_file"]);
  expect(answer).toContain(name);
});

test.each([
  ["a.sh", "echo hi > out.txt", true],
  ["a.sh", "ls 2>&1 | grep x >/dev/null", false],
  ["a.sh", "mkdir -p build && cp a build", true],
  ["a.sh", "echo hi >> /tmp/log", false],
  ["a.py", "open('out.csv', 'w').write('x')", true],
  ["a.py", "print(open('in.csv').read())", false],
  ["a.py", "Path('x').write_text('y')", true],
  ["a.mjs", "await writeFile('x', 'y')", true],
  ["a.js", "console.log([1].map((x) => x > 1))", false],
])("changesFiles(%s, %j) is %s", (path, text, expected) => {
  expect(changesFiles(path, text)).toBe(expected);
});
