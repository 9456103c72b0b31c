import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { aServer } from "./a-server.ts";

/** The client of AG-UI, as far as the tests use it. It is installed beside the tests of editors. */
interface AgUiClient {
  HttpAgent: new (config: {
    url: string;
    threadId: string;
  }) => {
    messages: { readonly role: string; readonly content?: string; readonly toolCalls?: unknown[] }[];
    pendingInterrupts: { readonly id: string; readonly message?: string; readonly toolCallId?: string }[];
    addMessage(message: { id: string; role: "user"; content: string }): void;
    runAgent(parameters?: { resume?: unknown[] }): Promise<unknown>;
  };
}

const place = new URL("../acp/peers/node_modules/@ag-ui/client/dist/index.mjs", import.meta.url).pathname;
const isInstalled = existsSync(place);
if (!isInstalled) console.log("ag-ui: its client is not installed, so its tests are passed over");

const files = { "hello.sh": "echo the harbour greets\n" };

async function aClient(url: string, path = "/api/chat") {
  const { HttpAgent }: AgUiClient = await import(place);
  const agent = new HttpAgent({ url: `${url}${path}`, threadId: "thread-1" });
  let sent = 0;
  const text = () =>
    agent.messages
      .filter(({ role }) => role === "assistant")
      .map(({ content = "" }) => content)
      .join("\n");
  return {
    agent,
    text,
    async say(content: string) {
      agent.addMessage({ id: `m-${++sent}`, role: "user", content });
      await agent.runAgent();
    },
  };
}

test.skipIf(!isInstalled)("a client of AG-UI shows answers and calls of /api/chat unchanged", async () => {
  await using world = await aServer({ files });
  const { say, text, agent } = await aClient(world.url);
  await say("what time is it in Tokyo?");
  expect(text()).toContain("Asia/Tokyo");
  expect(agent.messages.flatMap(({ toolCalls = [] }) => toolCalls)).toMatchObject([
    { function: { name: "current_time" } },
  ]);
  await say("what time is it in London?");
  expect(text()).toContain("Europe/London");
  expect(await world.runtime.store.conversations.turns("thread-1", { limit: 9 })).toHaveLength(2);
});

test.skipIf(!isInstalled)("a client of AG-UI works at the path of its stream too", async () => {
  await using world = await aServer({ files });
  const { say, text } = await aClient(world.url, "/api/chat/ag-ui");
  await say("what time is it in Tokyo?");
  expect(text()).toContain("Asia/Tokyo");
});

test.skipIf(!isInstalled).each([true, false])(
  "a client of AG-UI is interrupted by our question, and its answer (%s) leads on",
  async (approved) => {
    await using world = await aServer({ files });
    const { say, text, agent } = await aClient(world.url);
    await say("run hello.sh");
    const [asked] = agent.pendingInterrupts;
    expect(asked).toMatchObject({ message: expect.stringContaining("hello.sh") });
    const pending = await world.runtime.approvals.list({ status: "pending" });
    expect(pending).toMatchObject([{ id: asked?.id }]);
    for (const phrase of pending[0]?.words.en ?? ["no words"]) expect(asked?.message).toContain(phrase);
    await agent.runAgent({ resume: [{ interruptId: asked?.id, status: "resolved", payload: { approved } }] });
    expect(agent.pendingInterrupts).toEqual([]);
    expect(text().includes("the harbour greets")).toBe(approved);
  },
);

test.each([
  ["a cancelled one", { status: "cancelled" }],
  ["one without a word of agreement", { status: "resolved" }],
  ["one with something else than true", { status: "resolved", payload: { approved: "yes" } }],
])("an answer to an interrupt is a no or is refused: %s", async (_name, answer) => {
  await using world = await aServer({ files });
  await (await world.post("/api/chat", { message: "run hello.sh", conversation: "thread-1" })).body?.cancel();
  const id = await expect
    .poll(async () => (await world.runtime.approvals.list({ status: "pending" }))[0]?.id, { timeout: 20_000 })
    .toBeDefined()
    .then(async () => (await world.runtime.approvals.list({ status: "pending" }))[0]?.id);
  const input = { threadId: "thread-1", runId: "r", messages: [], resume: [{ interruptId: id, ...answer }] };
  await (await world.post("/api/chat", input)).text();
  expect(await world.runtime.approvals.list({ status: "approved" })).toEqual([]);
});
