import { LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ModelProvider } from "../../src/contract/config-names.ts";
import { collectReply, type ModelRequest } from "../../src/model/language/language-model.ts";
import { openModel } from "../../src/model/language/open-model.ts";
import { retrying } from "../../src/model/language/retrying-model.ts";

// A server that others wrote, so that it is their reading of each wire that we meet, not our own.
const server = new LLMock({ port: 0, chunkSize: 4 });
const signal = new AbortController().signal;

beforeAll(async () => {
  server.on({ toolCallId: "call_1" }, { content: "It is ten past three." });
  server.on(
    { userMessage: "what time is it" },
    {
      toolCalls: [{ name: "current_time", arguments: '{"timezone":"Asia/Tokyo"}', id: "call_1" }],
    },
  );
  server.on({ userMessage: "说几句" }, { content: "好的，这是一段流式的回答。" });
  await server.start();
});
afterAll(() => server.stop());

const tools: ModelRequest["tools"] = [
  {
    name: "current_time",
    description: "Tells the time",
    inputSchema: { type: "object", properties: { timezone: { type: "string" } } },
  },
];

function ask(...messages: ModelRequest["messages"]): ModelRequest {
  return { system: "Be brief.", messages, tools, toolChoice: "auto" };
}

function modelOf(provider: ModelProvider) {
  const paths: Partial<Record<ModelProvider, string>> = { google: "/v1beta" };
  return openModel(
    { provider, name: "some-model" },
    { baseUrl: `${server.url}${paths[provider] ?? "/v1"}`, apiKey: "none" },
  );
}

const providers: ModelProvider[] = ["openai", "anthropic", "google", "ollama"];

test.each(providers)("openModel(%s) streams text in pieces and tells the usage", async (provider) => {
  const pieces: string[] = [];
  const reply = await collectReply(
    (await modelOf(provider)).stream(ask({ role: "user", text: "说几句" }), { signal }),
    (part) => part.type === "text-delta" && pieces.push(part.text),
  );
  expect(reply).toMatchObject({ text: "好的，这是一段流式的回答。", calls: [], reason: "stop" });
  expect(pieces.length).toBeGreaterThan(1);
  // The server counts only for this wire.
  if (provider === "openai") expect(reply.usage.outputTokens).toBeGreaterThan(0);
});

test.each(providers)("openModel(%s) carries a tool call out and its result back", async (provider) => {
  const model = await modelOf(provider);
  const question = { role: "user", text: "what time is it" } as const;
  const first = await collectReply(model.stream(ask(question), { signal }));
  expect(first).toMatchObject({ calls: [{ tool: "current_time" }] });
  const [call] = first.calls;
  if (call === undefined) throw new Error("no call");
  expect(JSON.parse(call.input)).toEqual({ timezone: "Asia/Tokyo" });
  if (provider === "google") return; // Its wire has no ids of calls, which the server goes by.
  const second = await collectReply(
    model.stream(
      ask(
        question,
        { role: "assistant", text: "", calls: [{ ...call, id: "call_1" }] },
        { role: "tool", callId: "call_1", tool: call.tool, text: "15:10", failed: false },
      ),
      { signal },
    ),
  );
  expect(second.text).toBe("It is ten past three.");
});

test("openModel() stops at once when the signal aborts", async () => {
  const controller = new AbortController();
  controller.abort();
  const parts = (await modelOf("openai")).stream(ask({ role: "user", text: "说几句" }), {
    signal: controller.signal,
  });
  await expect(collectReply(parts)).rejects.toMatchObject({ code: "cancelled" });
});

test.each([
  [429, true],
  [503, true],
  [401, false],
] as const)(
  "openModel() tells of status %i, and whether asking again may help: %s",
  async (status, retry) => {
    server.nextRequestError(status, { message: "no" });
    const parts = (await modelOf("openai")).stream(ask({ role: "user", text: "说几句" }), { signal });
    await expect(collectReply(parts)).rejects.toMatchObject({
      code: "server_unavailable",
      details: { status, retry },
    });
  },
);

test("openModel() does not ask an account without credit again, and ends the provider's sentence once", async () => {
  server.nextRequestError(429, { message: "You exceeded your quota.", code: "insufficient_quota" });
  const parts = (await modelOf("openai")).stream(ask({ role: "user", text: "说几句" }), { signal });
  await expect(collectReply(parts)).rejects.toMatchObject({
    message: expect.stringMatching(/: status 429, You exceeded your quota$/),
    details: { status: 429, retry: false },
  });
});

test("retrying() asks a real server again after an error of it", async () => {
  server.nextRequestError(503, { message: "busy" });
  const model = retrying(await modelOf("openai"), { attempts: 2, firstWaitMs: 1 });
  const reply = await collectReply(model.stream(ask({ role: "user", text: "说几句" }), { signal }));
  expect(reply.text).toContain("流式");
});

test("openModel() says that nobody answers, and where", async () => {
  const model = await openModel(
    { provider: "openai", name: "x" },
    { baseUrl: "http://127.0.0.1:9/v1", apiKey: "k" },
  );
  const parts = model.stream(ask({ role: "user", text: "hi" }), { signal });
  await expect(collectReply(parts)).rejects.toMatchObject({
    code: "server_unavailable",
    message: expect.stringContaining("openai:x"),
  });
});
