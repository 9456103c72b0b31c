import {
  AbstractChat,
  DefaultChatTransport,
  type DynamicToolUIPart,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  type UIMessage,
} from "ai";
import { expect, test } from "vitest";
import { defined } from "../../src/support/defined.ts";
import { conversationConformance } from "../conformance/conversation.ts";
import { aServer, people } from "./a-server.ts";

/** What `useChat` is without React: the AI SDK's own chat over its own transport. */
class Chat extends AbstractChat<UIMessage> {
  readonly settled: Promise<void>[] = [];

  constructor(url: string, id: string, path = "/api/chat") {
    const messages: UIMessage[] = [];
    super({
      id,
      transport: new DefaultChatTransport({ api: `${url}${path}` }),
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
      onError: (error) => {
        throw error;
      },
      state: {
        status: "ready",
        error: undefined,
        messages,
        pushMessage: (message) => void messages.push(message),
        popMessage: () => void messages.pop(),
        replaceMessage: (index, message) => void messages.splice(index, 1, message),
        snapshot: (thing) => structuredClone(thing),
      },
    });
  }

  /** The text of the last message, after a message was sent or answered. */
  text(): string {
    const parts = this.messages.at(-1)?.parts ?? [];
    return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  }

  calls(): DynamicToolUIPart[] {
    return this.messages.flatMap(({ parts }) => parts.filter((part) => part.type === "dynamic-tool"));
  }

  /** The questions that wait. */
  questions(): string[] {
    return this.calls().flatMap((call) => (call.state === "approval-requested" ? [call.approval.id] : []));
  }
}

const files = { "hello.sh": "echo the harbour greets\n", "notes.md": "buy milk\n" };

test("useChat of the AI SDK shows answers and calls of /api/chat unchanged", async () => {
  await using world = await aServer({ files });
  const chat = new Chat(world.url, "chat-1");
  await chat.sendMessage({ text: "what is in notes.md" });
  expect(chat.status).toBe("ready");
  expect(chat.text()).toContain("buy milk");
  expect(chat.calls()).toMatchObject([
    { toolName: "read_file", state: "output-available", input: { path: "notes.md" } },
  ]);
  await chat.sendMessage({ text: "what time is it in Tokyo?" });
  expect(chat.text()).toContain("Asia/Tokyo");
  const turns = await world.runtime.store.conversations.turns("chat-1", { limit: 9 });
  expect(turns).toHaveLength(2);
});

test("useChat works at the path of its stream too", async () => {
  await using world = await aServer({ files });
  const chat = new Chat(world.url, "chat-1", "/api/chat/ui");
  await chat.sendMessage({ text: "run hello.sh" });
  const [id = ""] = chat.questions();
  await chat.addToolApprovalResponse({ id, approved: true });
  await expect.poll(() => chat.text(), { timeout: 20_000 }).toContain("the harbour greets");
});

const USE_CHAT = { id: "c", messages: [{ role: "user", parts: [{ type: "text", text: "hi" }] }] };
const AG_UI = { threadId: "c", runId: "r", messages: [{ role: "user", content: "hi" }] };
const OURS = { message: "hi", conversation: "c" };

test.each([
  ["ui", USE_CHAT, /"type":"start"[\s\S]*"type":"finish"/, [AG_UI, OURS]],
  ["ag-ui", AG_UI, /"RUN_STARTED"[\s\S]*"RUN_FINISHED"/, [USE_CHAT, OURS]],
] as const)(
  "the stream %s is chosen by path or by Accept, and then any other body is refused",
  async (name, body, stream, others) => {
    await using world = await aServer();
    const accepts = [
      `text/event-stream; profile=${name}`,
      `*/*;q=0.1, text/event-stream;profile="${name}", a/b`,
    ];
    const ways = [
      (sent: object) => world.post(`/api/chat/${name}`, sent),
      ...accepts.map((accept) => (sent: object) => world.post("/api/chat", sent, { accept })),
    ];
    for (const post of ways) {
      const answer = await post(body);
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(stream)]);
      for (const other of others) expect((await post(other)).status).toBe(400);
    }
    const runs = await world.runtime.store.conversations.turns("c", { limit: 9 });
    expect(runs).toHaveLength(ways.length);
    const { as } = await people(world.runtime, { watcher: "viewer" });
    expect((await as("watcher", "POST", `/api/chat/${name}`, body)).status).toBe(403);
    const plain = await world.post(`/api/chat/${name}`, body, { "content-type": "text/plain" });
    expect(plain.status).toBe(400);
  },
);

test.each([
  [true, "output-available"],
  [false, "output-denied"],
])(
  "useChat puts our question as its own, and its answer (%s) leads on in the same message",
  async (approved, state) => {
    await using world = await aServer({ files });
    const chat = new Chat(world.url, "chat-1");
    await chat.sendMessage({ text: "run hello.sh" });
    const [id = ""] = chat.questions();
    expect(await world.runtime.approvals.list({ status: "pending" })).toMatchObject([{ id }]);
    await chat.addToolApprovalResponse({ id, approved });
    await expect
      .poll(() => chat.calls().find(({ toolName }) => toolName === "shell")?.state, { timeout: 20_000 })
      .toBe(state);
    await expect.poll(() => chat.status, { timeout: 20_000 }).toBe("ready");
    expect(chat.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(chat.text().includes("the harbour greets")).toBe(approved);
    expect(await world.runtime.approvals.list({ status: approved ? "approved" : "denied" })).toMatchObject([
      { id },
    ]);
  },
);

test("useChat: an answer to a question of another conversation, or by a token that may not answer, runs nothing", async () => {
  await using world = await aServer({ files });
  const chat = new Chat(world.url, "chat-1");
  await chat.sendMessage({ text: "run hello.sh" });
  const [id = ""] = chat.questions();
  const responded = (approval: string) => ({
    role: "assistant",
    id: "m",
    parts: [
      { type: "dynamic-tool", state: "approval-responded", approval: { id: approval, approved: true } },
    ],
  });
  const other = await world.post("/api/chat", { id: "chat-2", messages: [responded(id)] });
  await other.text();
  const { as } = await people(world.runtime, { guest: "user" });
  await (await as("guest", "POST", "/api/chat", { id: "chat-1", messages: [responded(id)] })).text();
  expect(await world.runtime.approvals.list({ status: "pending" })).toMatchObject([{ id }]);
});

test("a front end's request must be JSON, of a size, and in a conversation that is no messenger's", async () => {
  await using world = await aServer();
  const messages = [{ role: "user", parts: [{ type: "text", text: "hi" }] }];
  const plain = await world.post("/api/chat", { id: "c", messages }, { "content-type": "text/plain" });
  expect(plain.status).toBe(400);
  expect((await world.post("/api/chat", { id: "telegram-1", messages })).status).toBe(400);
  const long = [{ role: "user", parts: [{ type: "text", text: "x".repeat(200_000) }] }];
  expect((await world.post("/api/chat", { id: "c", messages: long })).status).toBe(400);
  expect(await world.runtime.store.conversations.list({ limit: 9 })).toEqual([]);
});

conversationConformance("of the AI SDK's useChat", async ({ files: held, persona }) => {
  const world = await aServer({ files: held, ...defined({ persona }) });
  const chat = new Chat(world.url, "chat-1");
  return {
    workspace: world.workspace,
    kept: { door: "http", user: "local" },
    async say(text) {
      await chat.sendMessage({ text });
      const parts = chat.messages.at(-1)?.parts ?? [];
      const asked = parts.flatMap((part) =>
        part.type === "data-approval" ? [JSON.stringify(part.data)] : [],
      );
      const buttons = asked.length === 0 ? "" : "shell [yes / 确认]";
      return `${asked.join("\n")} ${buttons} ${chat.text()}`;
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
});
