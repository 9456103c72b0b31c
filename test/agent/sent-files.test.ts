import { expect, test } from "vitest";
import { splitMessage } from "../../console/pages/chat/split-message.ts";
import { collectReply } from "../../src/model/language/language-model.ts";
import { acceptedMedia, mediumOf } from "../../src/model/language/media.ts";
import { createOfflineModel } from "../../src/model/language/offline/offline-model.ts";
import { openModel } from "../../src/model/language/open-model.ts";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { aServer } from "../http/a-server.ts";
import { aRuntime } from "../support/a-runtime.ts";

const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const picture = { name: "harbour.png", mediaType: "image/png", content: PICTURE };
const recording = { name: "note.ogg", mediaType: "audio/ogg", content: Buffer.from("OggS") };
const from = { user: "telegram:1", door: "telegram", mayApprove: true };

async function converse(
  world: Awaited<ReturnType<typeof aRuntime>>,
  text: string,
  attachments: readonly (typeof picture)[],
) {
  const listening = new AbortController().signal;
  const said = await Array.fromAsync(
    world.runtime.conversations.converse(text, from, { conversation: "telegram-1", listening, attachments }),
  );
  return said.filter((one) => one.type === "answer" || (one.type === "notice" && one.important === true));
}

test("a picture and a recording reach a model that takes them, in every round, and mark the run", async () => {
  const model = new ScriptedModel([{ calls: [{ tool: "current_time" }] }, { text: "A harbour." }], {
    takes: ["image", "audio"],
  });
  await using world = await aRuntime({ model });
  expect(await converse(world, "what is this?", [picture, recording])).toMatchObject([
    { text: "A harbour." },
  ]);
  expect(model.requests).toHaveLength(2);
  for (const { messages } of model.requests) {
    const [asked] = messages.filter(({ role }) => role === "user");
    expect(asked).toMatchObject({ files: [{ name: "harbour.png" }, { name: "note.ogg" }] });
    expect(asked?.role === "user" && Buffer.from(asked.files?.[0]?.content ?? [])).toEqual(PICTURE);
  }
  expect(world.events).toContainEqual(
    expect.objectContaining({ type: "taint-start", source: "attachment harbour.png" }),
  );
  // A later message brings along nothing of it.
  await converse(world, "thanks a lot", []).catch(() => undefined);
  expect(model.requests[2]?.messages.findLast(({ role }) => role === "user")).not.toHaveProperty("files");
});

test.each([
  ["看看这张图", picture, "harbour.png 已收到，但 offline:rules 看不了图片"],
  ["what is in this picture?", picture, "harbour.png was kept, but offline:rules cannot see pictures"],
  ["这是什么？", picture, "harbour.png 已收到，但 offline:rules 看不了图片"],
  ["listen to this recording", recording, "note.ogg was kept, but offline:rules cannot listen to recordings"],
])("a model that takes none says so in a clear sentence: %s", async (message, file, sentence) => {
  await using world = await aRuntime({ model: createOfflineModel() });
  const [first] = await converse(world, message, [file]);
  expect(first?.text).toContain(sentence);
  // Its name is no file of the workspace: looking for it would only fail.
  expect(world.events.filter(({ type }) => type === "call-start")).toEqual([]);
});

test("a picture that is too large is told, and not sent", async () => {
  const model = new ScriptedModel([{ text: "I cannot see it." }], { takes: ["image"] });
  await using world = await aRuntime({ model });
  const large = { ...picture, content: Buffer.alloc(6 * 1024 ** 2) };
  const [first] = await converse(world, "what is this?", [large]);
  expect(first?.text).toContain("too large for scripted:script");
  expect(model.requests[0]?.messages.find(({ role }) => role === "user")).toMatchObject({ files: [] });
  expect(model.requests[0]?.messages.at(-1)).toMatchObject({ role: "note" });
});

test.each([
  ["openai", "gpt-5-mini", "/v1", /data:image\/png;base64,iVBOR/],
  ["anthropic", "claude-sonnet-4-5", "/v1", /"media_type":"image\/png"[\s\S]*iVBOR/],
  ["google", "gemini-2.5-flash", "/v1beta", /"mimeType":"image\/png"[\s\S]*iVBOR/],
] as const)("a picture goes over the wire of %s", async (provider, name, path, body) => {
  const bodies: string[] = [];
  const { createServer } = await import("node:http");
  const { text } = await import("node:stream/consumers");
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.writeHead(400).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const model = await openModel(
    { provider, name },
    { baseUrl: `http://127.0.0.1:${port}${path}`, apiKey: "k" },
  );
  const messages = [{ role: "user" as const, text: "what is this?", files: [picture] }];
  const request = { system: "", messages, tools: [], toolChoice: "none" as const };
  await collectReply(model.stream(request, { signal: new AbortController().signal })).catch(() => undefined);
  server.close();
  expect(bodies[0]).toMatch(body);
});

test("acceptedMedia() knows what a model takes by its provider and name", () => {
  expect(acceptedMedia("anthropic", "claude-sonnet-4-5")).toEqual(["image"]);
  expect(acceptedMedia("google", "gemini-2.5-flash")).toEqual(["image", "audio"]);
  expect(acceptedMedia("openai", "gpt-audio")).toEqual(["audio"]);
  expect(acceptedMedia("ollama", "llava:13b")).toEqual(["image"]);
  expect(acceptedMedia("ollama", "qwen3")).toEqual([]);
  expect(acceptedMedia("offline", "rules")).toEqual([]);
  expect(mediumOf("image/svg+xml")).toBeUndefined();
  expect(mediumOf("audio/ogg; codecs=opus")).toBe("audio");
});

test("the chat gets the picture of a message for its thumbnail, and of nobody else's", async () => {
  await using world = await aServer({
    model: new ScriptedModel([{ text: "A harbour." }], { takes: ["image"] }),
  });
  const attachments = [{ ...picture, content: PICTURE.toString("base64") }];
  const answer = await world.post("/api/chat", {
    message: "what is this?",
    conversation: "c-1",
    attachments,
  });
  const run = answer.headers.get("x-run-id") ?? "";
  await answer.text();
  const shown = await world.get(`/api/runs/${run}/attachments/harbour.png`);
  expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(PICTURE);
  expect((await world.get(`/api/runs/${run}/attachments/other.png`)).status).toBe(404);
  const [turn] = (await world.json<{ turns: { message: string }[] }>("/api/conversations/c-1")).turns;
  expect(splitMessage(turn?.message ?? "")).toEqual({
    text: "what is this?",
    files: [{ name: "harbour.png", isPicture: true }],
  });
});
