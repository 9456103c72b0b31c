import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { EventOf, HarbourEvent } from "../../src/contract/event.ts";
import type { Channel, ChannelMessage, Receipt, Recipient } from "../../src/contract/user/channel.ts";
import { ScriptedModel, type ScriptedReply } from "../../src/model/language/scripted-model.ts";
import { aRuntime, type TestRuntime, type TestRuntimeOptions } from "../support/a-runtime.ts";

/** A person's app that takes messages and gives receipts, or does what the test says. */
class Pager implements Channel {
  readonly door = "pager";
  readonly taken: { message: ChannelMessage; to: Recipient }[] = [];
  answer: () => Promise<Receipt> = async () => ({ id: `m${this.taken.length}`, status: "delivered" });

  send(message: ChannelMessage, to: Recipient): Promise<Receipt> {
    this.taken.push({ message, to });
    return this.answer();
  }
}

const ann = { user: "pager:1", door: "pager", mayApprove: true };

async function aWorld(script: readonly ScriptedReply[], options: TestRuntimeOptions = {}) {
  const world = await aRuntime({ model: new ScriptedModel(script), ...options });
  const say = async (text: string, how: Parameters<Conversations["say"]>[2] = {}, from = ann) => {
    const { conversations } = world.runtime;
    const said = await conversations.say(text, from, how);
    if (said.type !== "run") throw new Error(said.type);
    const events: HarbourEvent[] = [];
    const never = new AbortController().signal;
    for await (const { event } of conversations.follow(said.runId, from, { signal: never }))
      events.push(event);
    return {
      ...said,
      ends: events.filter((event): event is EventOf<"call-end"> => event.type === "call-end"),
    };
  };
  return { world, say, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}
type Conversations = TestRuntime["runtime"]["conversations"];

test("send_message and deliver_artifacts give receipts of the conversation's own channel", async () => {
  const calls = [
    { tool: "send_message", input: { text: "half way" } },
    {
      tool: "deliver_artifacts",
      input: { artifacts: [{ path: "report.csv", caption: "Your report" }, { path: "missing.csv" }] },
    },
  ];
  await using made = await aWorld([{ calls }, { text: "It is with you." }], {
    files: { "report.csv": "a,b\n" },
  });
  const pager = new Pager();
  await made.world.runtime.mail.register(pager);
  const { ends, runId, conversationId } = await made.say("send me the report", { conversation: "c1" });
  expect(pager.taken.map(({ to }) => to)).toEqual([
    { door: "pager", user: "pager:1", conversation: conversationId },
    { door: "pager", user: "pager:1", conversation: conversationId },
  ]);
  const output = (tool: string) => ends.find((end) => end.tool === tool)?.result.output;
  expect(output("send_message")).toMatchObject({
    receipt: expect.stringMatching(/^m\d$/),
    status: "delivered",
    door: "pager",
  });
  expect(output("deliver_artifacts")).toMatchObject({
    delivered: [
      { name: "report.csv", status: "delivered", receipt: expect.stringMatching(/^m\d$/) },
      { name: "missing.csv", status: "failed", problem: expect.stringContaining("no such file") },
    ],
  });
  const file = pager.taken.map(({ message }) => message).find((message) => message.type === "file");
  expect(file).toMatchObject({
    name: "report.csv",
    mediaType: "text/csv",
    caption: "Your report",
    content: Buffer.from("a,b\n"),
  });
  // What was handed over stays as it was, whatever becomes of the file.
  await rm(join(made.world.workspace, "report.csv"));
  expect(await readFile(join(made.world.home, "runs", runId, "artifacts", "report.csv"), "utf8")).toBe(
    "a,b\n",
  );
});

test.each<[string, () => Promise<Receipt>, RegExp]>([
  [
    "refuses",
    () => Promise.reject(new Error("blocked by the user")),
    /Not delivered to pager: blocked by the user/,
  ],
  ["gives an empty receipt", async () => ({ id: "", status: "delivered" }), /gave no receipt/],
  ["gives nothing", async () => undefined as unknown as Receipt, /gave no receipt/],
])("a delivery is reported as not delivered when the channel %s", async (_case, answer, reason) => {
  const calls = [
    { tool: "deliver_artifacts", input: { artifacts: [{ path: "a.txt" }] } },
    { tool: "send_message", input: { text: "hello" } },
  ];
  await using made = await aWorld([{ calls }, { text: "Sorry." }, { text: "Sorry." }], {
    files: { "a.txt": "a" },
  });
  const pager = new Pager();
  pager.answer = answer;
  await made.world.runtime.mail.register(pager);
  const { ends } = await made.say("send it");
  for (const { result } of ends)
    expect(result).toMatchObject({ ok: false, error: { code: "server_unavailable", message: reason } });
  expect(ends).toHaveLength(2);
});

test("without a channel messages are kept until they are taken, once", async () => {
  const calls = [{ tool: "send_message", input: { text: "later" } }];
  await using made = await aWorld([{ calls }, { text: "Kept." }]);
  const { ends, conversationId } = await made.say(
    "tell me later",
    {},
    { ...ann, user: "local", door: "cli" },
  );
  expect(ends[0]?.result.output).toMatchObject({ status: "kept" });
  const { mail } = made.world.runtime;
  expect(await mail.take(conversationId)).toMatchObject([{ text: "later" }]);
  expect(await mail.take(conversationId)).toEqual([]);
});

test("a message to somebody else is a sending that the policy judges, and needs an address that has written", async () => {
  const to = (address: string) => [
    { calls: [{ tool: "send_message", input: { text: "psst", to: address } }] },
    { text: "ok" },
  ];
  await using refused = await aWorld(to("pager:2"));
  const nobodyThere = { mode: "unattended", park: "refuse" } as const;
  expect((await refused.say("tell bob", nobodyThere)).ends[0]?.result).toMatchObject({
    ok: false,
    error: { code: "tool_not_allowed" },
  });
  await using permitted = await aWorld([{ text: "hi bob" }, ...to("pager:2"), ...to("pager:nobody")], {
    config: { permissions: { safe: ["send_message(pager:*)"] } },
  });
  const pager = new Pager();
  await permitted.world.runtime.mail.register(pager);
  await permitted.say("hello", {}, { ...ann, user: "pager:2" });
  expect((await permitted.say("tell bob")).ends[0]?.result).toMatchObject({ ok: true });
  expect(pager.taken[0]?.to.user).toBe("pager:2");
  expect((await permitted.say("tell nobody")).ends[0]?.result).toMatchObject({
    error: { message: /nobody of that name/ },
  });
});

test("get_image_file and get_voice_file find what the person sent in this conversation, and only there", async () => {
  const look = {
    calls: [{ tool: "get_image_file", input: { saveAs: "in.png" } }, { tool: "get_voice_file" }],
  };
  await using made = await aWorld([look, { text: "seen" }, { ...look }, { text: "seen" }], {
    config: { permissions: { safe: ["get_image_file(./**)"] } },
  });
  const picture = { name: "cat.png", mediaType: "image/png", content: Buffer.from("png") };
  const other = { name: "old.png", mediaType: "image/png", content: Buffer.from("older") };
  const { ends } = await made.say("what is this?", { conversation: "c1", attachments: [other, picture] });
  const image = ends.find((end) => end.tool === "get_image_file");
  expect(image?.result.output).toMatchObject({
    name: "cat.png",
    mediaType: "image/png",
    bytes: 3,
    savedAs: "in.png",
    others: ["old.png"],
  });
  expect(await readFile(join(made.world.workspace, "in.png"), "utf8")).toBe("png");
  const voice = ends.find((end) => end.tool === "get_voice_file");
  expect(voice?.result).toMatchObject({ ok: false, error: { message: /the user has sent no recording/ } });
  const elsewhere = await made.say("and here?", { conversation: "c2" });
  expect(elsewhere.ends.find((end) => end.tool === "get_image_file")?.result).toMatchObject({
    error: { message: /has sent no picture/ },
  });
});

test("an attachment whose content was changed on the disk is not handed out", async () => {
  await using made = await aWorld(
    [
      { text: "thanks" },
      { calls: [{ tool: "get_image_file", input: { saveAs: "in.png" } }] },
      { text: "hm" },
    ],
    {
      config: { permissions: { safe: ["get_image_file(./**)"] } },
    },
  );
  await made.say("here", {
    conversation: "c1",
    attachments: [{ name: "a.png", mediaType: "image/png", content: Buffer.from("good") }],
  });
  const kept =
    [...(await made.world.homeFiles()).keys()].find((name) => name.startsWith("attachments/")) ?? "";
  await writeFile(join(made.world.home, kept), "bad!");
  const { ends } = await made.say("look", { conversation: "c1" });
  expect(ends[0]?.result).toMatchObject({ ok: false, error: { code: "conflict" } });
});
