import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LLMock } from "@copilotkit/aimock";
import { expect, test } from "vitest";
import { aSearchServer } from "./a-search-server.ts";
import { aCommandLine } from "./command-line.ts";

const files = {
  "hello.sh": "echo hi from $0\n",
  "config.yml": "port: 8080\n",
  "count.sh": "echo once >> /dev/null; echo counted\n",
};

test("dejima run answers with no key and no network, says what it is first, and reads its arguments from the message", async () => {
  await using cli = await aCommandLine(files);
  const time = await cli.run(["run", "what time is it in Tokyo?"]);
  expect(time).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^It is \d\d:\d\d on \w+, .*Asia\/Tokyo/),
  });
  expect(time.stderr.split("\n")[0]).toMatch(/offline model.*dejima model connect.*OPENAI_API_KEY/);
  const file = await cli.run(["run", "config.yml", "里有什么内容"]);
  expect(file).toMatchObject({ code: 0, stdout: expect.stringContaining("```\nport: 8080\n```") });
  expect(file.stderr.split("\n")[0]).toMatch(/离线模型/);
  const piped = await cli.run(["run"], { stdin: "list the files\n" });
  expect(piped.stdout).toContain("- hello.sh");
});

test("dejima run --json prints events, the last of them run-end with the answer; a refused script is exit code 3", async () => {
  await using cli = await aCommandLine(files);
  const refused = await cli.run(["run", "run hello.sh", "--unattended", "--json"]);
  expect(refused.code).toBe(3);
  const events = refused.lines();
  expect(events[0]).toMatchObject({ type: "run-start", mode: "unattended" });
  expect(events.at(-1)).toMatchObject({
    type: "run-end",
    status: "done",
    answer: expect.stringContaining("without an approval"),
  });
  const hash =
    events.find(({ type }) => type === "approval-start")?.callHash ??
    events.find(({ type }) => type === "approval-start")?.hash;
  const approved = await cli.run(["run", "run hello.sh", "--json", "--approve", String(hash)]);
  expect(approved).toMatchObject({ code: 0 });
  expect(approved.lines().at(-1)?.answer).toMatch(/exit code 0[\s\S]*hi from hello.sh/);
  const log = await cli.run(["log", "verify", "--json"]);
  expect(JSON.parse(log.stdout)).toMatchObject({ ok: true });
});

test("dejima run --park leaves the question in the store and ends with code 3; resume goes on after the answer", async () => {
  await using cli = await aCommandLine(files);
  const parked = await cli.run(["run", "帮我运行 hello.sh", "--park", "--json"]);
  expect(parked.code, parked.stdout + parked.stderr).toBe(3);
  const question = parked.lines().find(({ type }) => type === "approval-start");
  const end = parked.lines().at(-1);
  const { runId } = end as { runId: string };
  expect(end).toMatchObject({
    type: "run-end",
    status: "parked",
    answer: expect.stringContaining(String(question?.id)),
  });
  expect(JSON.parse((await cli.run(["log", "list", "--json"])).stdout)[0]).toMatchObject({
    status: "parked",
  });
  const early = await cli.run(["resume", runId, "--json"]);
  expect(early.code, early.stdout + early.stderr).toBe(3);
  expect(early.lines().at(-1)).toMatchObject({ status: "parked" });
  const answer = await cli.run(["approvals", "approve", String(question?.id), "--json"]);
  expect(answer.code, answer.stdout + answer.stderr).toBe(0);
  const resumed = await cli.run(["resume", runId, "--park", "--json"]);
  expect(resumed.code, resumed.stdout + resumed.stderr).toBe(0);
  expect(resumed.lines().at(-1)).toMatchObject({
    type: "run-end",
    runId,
    status: "done",
    answer: expect.stringMatching(/退出码 0/),
  });
  expect(resumed.lines().filter(({ type }) => type === "call-start")).toHaveLength(0);
  expect(JSON.parse((await cli.run(["log", "verify", runId, "--json"])).stdout)).toMatchObject({ ok: true });
  const again = await cli.run(["resume", runId]);
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("has ended") });
});

test("dejima resume tells the model of a parked run that the answer was no", async () => {
  await using cli = await aCommandLine(files);
  const parked = await cli.run(["run", "run hello.sh", "--park", "--json"]);
  const { id } = parked.lines().find(({ type }) => type === "approval-start") as { id: string };
  expect((await cli.run(["approvals", "deny", id])).code).toBe(0);
  const resumed = await cli.run(["resume", "--json"]);
  expect(resumed.code, resumed.stdout + resumed.stderr).toBe(3);
  const events = resumed.lines();
  expect(events.find(({ type }) => type === "approval-end")).toMatchObject({ answer: "deny", id });
  expect(events.find(({ type }) => type === "call-end")).toMatchObject({
    result: { ok: false, error: { code: "approval_denied" } },
  });
  expect(events.at(-1)).toMatchObject({ status: "done" });
});

test("dejima chat reads messages from a pipe and remembers them", async () => {
  await using cli = await aCommandLine(files);
  const chat = await cli.run(["chat", "--unattended"], {
    stdin: "what is in hello.sh?\n/cost\n帮我看看这个文件里有什么\n/nonsense\n",
  });
  expect(chat.code).toBe(0);
  expect(chat.stdout).toMatch(/`hello.sh` has 1 line[\s\S]*`hello.sh` 共 1 行/);
  expect(chat.stderr).toMatch(/requests[\s\S]*没有 \/nonsense/);
});

test("dejima replay works a run of another persona, model and terminal out again, and names the first difference", async () => {
  await using cli = await aCommandLine(files);
  const ran = await cli.run(["run", "config.yml 里有什么内容", "--persona", "kurisu", "--json"]);
  const { runId } = ran.lines().at(-1) as { runId: string };
  await cli.run(["run", "what time is it"]);
  const replayed = await cli.run(["replay", runId, "--json"]);
  expect(JSON.parse(replayed.stdout)).toMatchObject({ same: true });
  const log = join(cli.folder, ".dejima/runs", runId, "events.jsonl");
  const told = await readFile(log, "utf8");
  await writeFile(log, told.replaceAll("port: 8080", "port: 9090"));
  const tampered = await cli.run(["replay", runId, "--json"]);
  expect(tampered.code).toBe(1);
  expect(JSON.parse(tampered.stdout)).toMatchObject({
    same: false,
    divergence: "request 2 to the model differs: the messages",
  });
});

test("errors are told in the language of the conversation; programs get them as they are", async () => {
  await using cli = await aCommandLine(files);
  const chat = await cli.run(["chat", "--unattended"], { stdin: "现在几点\n/undo nothing\n/model nope:x\n" });
  expect(chat.stderr).toMatch(/^看不懂模型“nope:x”：.*。$/m);
  expect(chat.stderr).not.toContain("Cannot ");
  const odd = ["--config", "missing.yaml"];
  expect((await cli.run(["run", "现在几点", ...odd])).stderr).toMatch(/^error [一-龥](?!.*Cannot )/);
  expect((await cli.run(["run", "what time is it", ...odd])).stderr).toMatch(/^error Cannot /);
  const json = await cli.run(["run", "现在几点", ...odd, "--json"]);
  expect(json.stdout + json.stderr).toMatch(/"message":"Cannot /);
  const failed = await cli.run(["run", "现在几点", "--model", "nope:x"]);
  expect(failed).toMatchObject({
    code: 4,
    stdout: "",
    stderr: expect.stringMatching(/^无法处理这个请求：看不懂模型“nope:x”(?!.*Cannot)/m),
  });
});

test("a slash command that cannot be carried out changes nothing and says why", async () => {
  await using cli = await aCommandLine(files);
  const stdin = [
    "/model ./none.gguf",
    "/model nope:x",
    "/persona nobody",
    "/thinking maybe",
    "/model",
    "/persona",
    "what is in hello.sh",
    "",
  ];
  const chat = await cli.run(["chat", "--unattended"], { stdin: stdin.join("\n") });
  expect(chat.stderr).toMatch(
    /Cannot use the local model[\s\S]*Cannot use model "nope:x"[\s\S]*Cannot find persona "nobody"[\s\S]*write on or off[\s\S]*offline:rules\nplain\n/,
  );
  expect(chat).toMatchObject({ code: 0, stdout: expect.stringContaining("`hello.sh` has 1 line") });
});

test("dejima model use, prompt show and workflow show report what is in use", async () => {
  await using cli = await aCommandLine();
  expect((await cli.run(["model", "use", "gpt-5"])).code).toBe(2);
  expect((await cli.run(["model", "use", "openai:some-model"])).code).toBe(0);
  expect((await cli.run(["model", "use"])).stdout).toContain("openai:some-model");
  const prompt = JSON.parse((await cli.run(["prompt", "show", "--tokens", "--json"])).stdout);
  expect(prompt.sections).toHaveLength(8);
  expect((await cli.run(["workflow", "show"])).stdout).toMatch(
    /^flowchart TD[\s\S]*enforce -->\|done\| end_/,
  );
});

test.each([
  ["openai:some-model", "OPENAI", "/v1"],
  ["anthropic:some-model", "ANTHROPIC", "/v1"],
])("the three scenes with %s, through a server that others wrote, streamed", async (model, prefix, path) => {
  const server = new LLMock({ port: 0, chunkSize: 5 });
  const shell = { tool: "shell", input: '{"command":"sh hello.sh"}' };
  const read = { tool: "read_file", input: '{"path":"config.yml"}' };
  const search = (query: string) => ({ tool: "web_search", input: JSON.stringify({ query }) });
  const scenes = [
    {
      said: "帮我查一下今天东京的天气",
      ...search("东京天气"),
      answer: "东京今天 18°C，多云。出门带件外套。",
    },
    { said: "What is the weather in Tokyo today?", ...search("weather Tokyo"), answer: "18°C and cloudy." },
    { said: "config.yml 这个文件里有什么内容", ...read, answer: "它把端口设为 8080。" },
    { said: "what is in config.yml", ...read, answer: "It sets the port to 8080." },
    { said: "帮我运行 hello.sh 这个脚本", ...shell, answer: "执行完了，输出见上。" },
    { said: "please run hello.sh for me", ...shell, answer: "It ran; see the output above." },
  ];
  for (const [at, { said, tool, input, answer }] of scenes.entries()) {
    server.on({ toolCallId: `call_${at}` }, { content: answer });
    server.on({ userMessage: said }, { toolCalls: [{ name: tool, arguments: input, id: `call_${at}` }] });
  }
  await server.start();
  await using engine = await aSearchServer();
  await using cli = await aCommandLine({ ...files, "dejima.yaml": engine.config });
  const env = { [`${prefix}_API_KEY`]: "none", [`${prefix}_BASE_URL`]: `${server.url}${path}` };
  const explained = await cli.run([
    "tool",
    "call",
    "shell",
    "--input",
    '{"command":"sh hello.sh"}',
    "--json",
  ]);
  const hash = JSON.parse(explained.stdout).error.details.request.hash;
  try {
    for (const { said, tool, answer } of scenes) {
      const ran = await cli.run(["run", said, "--model", model, "--approve", hash, "--json"], { env });
      const events = ran.lines();
      expect(events.at(-1), ran.stdout + ran.stderr).toMatchObject({
        type: "run-end",
        status: "done",
        answer,
      });
      expect(events.filter(({ type }) => type === "call-end")).toMatchObject([
        { tool, result: { ok: true } },
      ]);
      expect(events.filter(({ type }) => type === "text-delta").length).toBeGreaterThan(1);
    }
  } finally {
    await server.stop();
  }
});

test("dejima memory list says where a memory comes from, and memory correct puts it right", async () => {
  await using cli = await aCommandLine();
  const added = await cli.run(["memory", "add", "Prefers tea", "--type", "preference", "--json"]);
  const { memory } = added.lines()[0] as { memory: { id: string } };
  expect((await cli.run(["memory", "correct", memory.id, "Prefers", "coffee"])).stdout).toContain("now says");
  const { stdout } = await cli.run(["memory", "list"]);
  expect(stdout).toMatch(/preference +\S+ +Prefers coffee +you added it \(cli\)/);
  expect(stdout).not.toContain("tea");
  expect((await cli.run(["memory", "correct", memory.id, "x"])).stderr).toMatch(/there is none with this id/);
});

test("dejima learning shows the requests that tools served, and forgets them, also with all memories", async () => {
  await using cli = await aCommandLine();
  const learned = async () => (await cli.run(["learning", "show", "--json"])).lines()[0]?.learned;
  expect((await cli.run(["learning", "show"])).stdout).toBe("Nothing yet.\n");
  const teach = async () => expect((await cli.run(["run", "what time is it in Tokyo"])).code).toBe(0);
  await teach();
  expect((await cli.run(["learning", "show"])).stdout).toMatch(
    /^tool +current_time +1 +0 +what time is it in Tokyo$/m,
  );
  expect(await learned()).toContainEqual(
    expect.objectContaining({ kind: "tool", name: "current_time", examples: ["what time is it in Tokyo"] }),
  );
  expect((await cli.run(["learning", "show", "--user", "bob"])).stdout).toBe("Nothing yet.\n");
  expect((await cli.run(["learning", "reset"])).code).toBe(0);
  expect(await learned()).toEqual([]);
  await teach();
  expect(await learned()).not.toEqual([]);
  expect((await cli.run(["memory", "forget", "--all"])).code).toBe(0);
  expect(await learned()).toEqual([]);
});
