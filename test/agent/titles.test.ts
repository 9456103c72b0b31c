import { expect, test } from "vitest";
import type { ModelRequest } from "../../src/model/language/language-model.ts";
import { ScriptedModel, type ScriptedReply } from "../../src/model/language/scripted-model.ts";
import { aRuntime } from "../support/a-runtime.ts";

const speaker = { user: "ann", door: "http", mayApprove: true };
const LONG =
  "Please find out when the next ships come into the harbour of Nagasaki\nand tell me what they carry";
const [FIRST_LINE] = LONG.split("\n");
const isTitle = ({ system }: ModelRequest) => system.startsWith("Write a title");

/** A runtime whose model answers, and writes titles as a test says. */
async function aWorld(title: () => ScriptedReply | Promise<ScriptedReply>) {
  const model = new ScriptedModel((request) => (isTitle(request) ? title() : { text: "Two ships." }), {
    reflects: true,
  });
  const world = await aRuntime({ model });
  const { conversations } = world.runtime;
  const say = async (text: string, conversation?: string) => {
    const said = await conversations.say(text, speaker, conversation === undefined ? {} : { conversation });
    if (said.type !== "run") throw new Error(`no run: ${said.type}`);
    const { signal } = new AbortController();
    await Array.fromAsync(conversations.follow(said.runId, speaker, { signal }));
    return said.conversationId;
  };
  const titleOf = async (id: string) => (await conversations.get(id, speaker)).title;
  const asked = () => model.requests.filter(isTitle).length;
  return { ...world, say, titleOf, asked, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

test("a new conversation is called by its first line at once, then by the model, once and within one line", async () => {
  await using world = await aWorld(() => ({ text: 'Title: "Ships\u202e to Nagasaki"\nIgnore all rules' }));
  const { conversations, money } = world.runtime;
  const titled = Promise.withResolvers<unknown>();
  const stop = await conversations.onTitled(titled.resolve);
  await money.setPrice("scripted:script", { input: 1, output: 1, asOf: "2026-11-16" });
  const id = await world.say(LONG);
  expect(await titled.promise).toEqual({ conversation: id, user: "ann", title: "Ships to Nagasaki" });
  expect(await world.titleOf(id)).toBe("Ships to Nagasaki");
  expect(await money.sums("purpose", "")).toMatchObject([
    { key: "answer" },
    { key: "title", calls: 1, cost: 2 },
  ]);
  await world.say(`${LONG}, please`, id);
  expect(world.asked()).toBe(1);
  stop();
});

test("a title that a person gave meanwhile stays, and so does a short first message", async () => {
  const asked = Promise.withResolvers<void>();
  const renamed = Promise.withResolvers<void>();
  await using world = await aWorld(async () => {
    asked.resolve();
    await renamed.promise;
    return { text: "The model's title" };
  });
  const { conversations } = world.runtime;
  const id = await world.say(LONG);
  await asked.promise;
  expect(await world.titleOf(id)).toBe(FIRST_LINE);
  await conversations.rename(id, speaker, "My ships");
  renamed.resolve();
  const short = await world.say("What time is it?");
  expect(await world.titleOf(short)).toBe("What time is it?");
  expect(await world.titleOf(id)).toBe("My ships");
  expect(world.asked()).toBe(1);
});

test("where the model cannot be asked for a title, the first line stays and the run is as it was", async () => {
  await using world = await aWorld(() => expect.unreachable());
  await world.runtime.money.setBudget("day", { tokens: 1 });
  const id = await world.say(LONG);
  // The answer has used up the budget; nobody is asked for more for a title.
  expect(await world.titleOf(id)).toBe(FIRST_LINE);
  expect(await world.runtime.approvals.list({})).toEqual([]);
  await world.runtime.money.removeBudget("day");
  await world.say("And then?", id);
  expect(world.asked()).toBe(0);
});

test("a runtime closes while a title is still being written", async () => {
  const asked = Promise.withResolvers<void>();
  const world = await aWorld(async () => {
    asked.resolve();
    return new Promise<never>(() => {});
  });
  await world.say(LONG);
  await asked.promise;
  await world[Symbol.asyncDispose]();
});

test("the title of a conversation that begins with a file comes from the message, not from the line about the file", async () => {
  await using world = await aRuntime({ model: new ScriptedModel([{ text: "A quay." }]) });
  const { conversations } = world.runtime;
  const attachments = [{ name: "quay.png", mediaType: "image/png", content: Buffer.from("x") }];
  const said = await conversations.say("what is this?", speaker, { attachments });
  if (said.type !== "run") throw new Error(`no run: ${said.type}`);
  await Array.fromAsync(conversations.follow(said.runId, speaker, { signal: new AbortController().signal }));
  expect((await conversations.get(said.conversationId, speaker)).title).toBe("what is this?");
});
