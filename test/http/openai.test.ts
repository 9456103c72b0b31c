import OpenAI from "openai";
import { expect, test } from "vitest";
import { aServer, people, type TestServer } from "./a-server.ts";

type Message = OpenAI.Chat.Completions.ChatCompletionMessageParam;

const clientOf = ({ url }: Pick<TestServer, "url">, apiKey = "unused") =>
  new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });

const user = (content: string): Message => ({ role: "user", content });
const assistant = (content: string): Message => ({ role: "assistant", content });

/** On loopback nobody needs a token, but the client sends one all the same: it must be a real one. */
async function aClient(world: TestServer) {
  const { tokenOf } = await people(world.runtime, { ann: "approver" });
  return clientOf(world, tokenOf("ann"));
}

async function say(client: OpenAI, messages: Message[], more: { user?: string } = {}): Promise<string> {
  const { choices, object, usage } = await client.chat.completions.create({
    model: "dejima",
    messages,
    ...more,
  });
  expect([object, choices[0]?.finish_reason, usage?.total_tokens]).toEqual([
    "chat.completion",
    "stop",
    expect.any(Number),
  ]);
  return choices[0]?.message.content ?? "";
}

async function stream(client: OpenAI, messages: Message[]): Promise<string[]> {
  const pieces: string[] = [];
  const answer = await client.chat.completions.create({
    model: "dejima",
    messages,
    stream: true,
    stream_options: { include_usage: true },
  });
  for await (const { choices } of answer)
    if (choices[0]?.delta.content) pieces.push(choices[0].delta.content);
  return pieces;
}

test("the openai client lists models and gets answers, whole and streamed", async () => {
  await using world = await aServer({
    script: (request) =>
      request.messages.at(-1)?.role === "tool"
        ? { text: "It is early in the harbour." }
        : { text: "I look.", calls: [{ tool: "current_time" }] },
  });
  const client = await aClient(world);
  expect((await client.models.list()).data.map(({ id }) => id)).toEqual(["dejima", "scripted:script"]);
  expect(await say(client, [user("what time is it?")])).toBe("It is early in the harbour.");
  const pieces = await stream(client, [user("what time is it?")]);
  expect(pieces.length).toBeGreaterThan(4);
  expect(pieces.join("")).toBe("I look.\n\nIt is early in the harbour.");
});

test("a list of messages continues its conversation; a changed one starts another", async () => {
  const asked: string[][] = [];
  await using world = await aServer({
    script: ({ messages }) => {
      asked.push(messages.filter(({ role }) => role !== "note").map(({ text }) => text));
      return { text: `Answer ${asked.length}.` };
    },
  });
  const client = await aClient(world);
  const list = [user("one")];
  list.push(assistant(await say(client, list)), user("two"));
  list.push(assistant(await say(client, list)), user("three"));
  expect(await say(client, list)).toBe("Answer 3.");
  expect(asked[2]).toEqual(["one", "Answer 1.", "two", "Answer 2.", "three"]);
  const conversations = await world.runtime.store.conversations.list({ limit: 9 });
  expect(conversations).toHaveLength(1);
  expect(conversations[0]).toMatchObject({ user: "ann", door: "http", title: "one" });
  await say(client, [
    user("one"),
    assistant("Answer 1."),
    user("another two"),
    assistant("edited"),
    user("and?"),
  ]);
  expect(asked[3]).toEqual(["one", "Answer 1.", "another two", "edited", "and?"]);
  expect(await world.runtime.store.conversations.list({ limit: 9 })).toHaveLength(2);
  await say(client, [user("one"), assistant("Answer 1."), user("two")], { user: "somebody else" });
  expect(await world.runtime.store.conversations.list({ limit: 9 })).toHaveLength(3);
});

test.each([
  ["yes", "Done.", 1],
  ["no", "Left alone.", 0],
])("a question is an assistant message, and the reply %s answers it", async (reply, answer, ran) => {
  await using world = await aServer({
    script: ({ messages }) => {
      const result = messages.findLast((held) => held.role === "tool");
      if (result?.role !== "tool") return { calls: [{ tool: "shell", input: { command: "echo harbour" } }] };
      return { text: result.failed ? "Left alone." : "Done." };
    },
  });
  const client = await aClient(world);
  const list = [user("run it")];
  const question = (await stream(client, list)).join("");
  expect(question).toContain("echo harbour");
  expect(question).toMatch(/Reply "yes \S+"/);
  list.push(assistant(question), user(reply));
  expect(await say(client, list)).toBe(answer);
  const ends = world.events.filter((event) => event.type === "call-end");
  expect(ends.filter((event) => event.result.ok)).toHaveLength(ran);
});

test("a caller who may not approve cannot do so by a reply", async () => {
  await using world = await aServer({
    script: [{ calls: [{ tool: "shell", input: { command: "echo x" } }] }],
  });
  const { tokenOf } = await people(world.runtime, { uwe: "user", vera: "viewer" });
  const client = clientOf(world, tokenOf("uwe"));
  const question = await say(client, [user("run it")]);
  const reply = await say(client, [user("run it"), assistant(question), user("yes")]);
  expect(reply).toMatch(/not allowed to answer/);
  expect(world.events.filter(({ type }) => type === "call-end")).toEqual([]);
  await expect(say(clientOf(world, tokenOf("vera")), [user("hi")])).rejects.toMatchObject({ status: 403 });
  const run = (await world.runtime.store.runs.list({ limit: 1 }))[0];
  await world.post(`/api/runs/${run?.id}/stop`);
});

test("errors are what the client understands", async () => {
  await using world = await aServer({ script: [] });
  const client = await aClient(world);
  await expect(say(client, [assistant("hello")])).rejects.toMatchObject({
    status: 400,
    code: "invalid_input",
    message: expect.stringContaining("the last message must be the user's"),
  });
  const requested = { model: "local:./x.gguf", messages: [user("你好，现在几点")] };
  await expect(client.chat.completions.create(requested)).rejects.toMatchObject({
    code: "tool_not_allowed",
    message: expect.stringMatching(/不能在这里选用服务器上的模型文件(?!.*Cannot)/),
  });
  await expect(say(clientOf(world, "dj_wrong"), [user("hi")])).rejects.toMatchObject({ status: 401 });
});

test("curl gets the same, as lines of data that end in [DONE]", async () => {
  await using world = await aServer({ script: [{ text: "Hello there." }] });
  const body = JSON.stringify({ model: "dejima", stream: true, messages: [{ role: "user", content: "hi" }] });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const { execFile } = await import("node:child_process");
  execFile(
    "curl",
    ["-sN", `${world.url}/v1/chat/completions`, "-H", "content-type: application/json", "-d", body],
    (error, stdout) => (error ? reject(error) : resolve(stdout)),
  );
  const lines = (await promise).split("\n").filter((line) => line.startsWith("data: "));
  expect(lines.at(-1)).toBe("data: [DONE]");
  expect(lines.slice(0, -1).map((line) => JSON.parse(line.slice(6)).object)).toEqual(
    lines.slice(0, -1).map(() => "chat.completion.chunk"),
  );
});
